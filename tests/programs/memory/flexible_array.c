// expect: TRUE
#include <assert.h>
#include <stdlib.h>
struct buffer { unsigned length; unsigned char data[]; };
int main(void) {
    struct buffer *b = malloc(sizeof *b + 10);
    b->length = 10;
    for (unsigned i = 0; i < b->length; i++)
        b->data[i] = (unsigned char)(2 * i);
    assert(b->data[9] == 18);
    free(b);
    return 0;
}
