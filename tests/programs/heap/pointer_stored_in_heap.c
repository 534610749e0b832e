// expect: FALSE(use-after-free)
#include <stdlib.h>
struct box { int *inner; };
static void clear(struct box *b) { free(b->inner); }
int main(void) {
    struct box *b = malloc(sizeof *b);
    b->inner = malloc(sizeof(int));
    *b->inner = 1;
    clear(b);
    int r = *b->inner; // BUG
    free(b);
    return r;
}
