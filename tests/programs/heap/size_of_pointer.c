// expect: FALSE(invalid-write)
#include <stdlib.h>
struct item { long id; long value; char name[16]; };
int main(void) {
    struct item *p = malloc(sizeof p);
    p->id = 1;
    p->value = 2; // BUG
    free(p);
    return 0;
}
