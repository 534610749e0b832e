// expect: FALSE(invalid-write)
#include <stdlib.h>
struct buffer { unsigned length; unsigned char data[]; };
int main(void) {
    struct buffer *b = malloc(sizeof *b + 10);
    b->length = 10;
    for (unsigned i = 0; i <= b->length; i++)
        b->data[i] = 1; // BUG
    free(b);
    return 0;
}
