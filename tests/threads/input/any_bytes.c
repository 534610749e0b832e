// Bytes that may be any: what they do not decide is known.
// expect: TRUE
// flags: -DDECIDES
// expect: UNKNOWN(unsupported: an input)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static int x;
static void *one(void *own) {
    const char *text = getenv("NAME");
    strerror(3);
    x = 1;
#ifdef DECIDES
    // No value of the program's, and too rare for runs with random inputs.
    unsigned number = 0;
    if (text) memcpy(&number, text, sizeof number);
    assert(number * 2654435761u != 0x12345678u);
#endif
    return own;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, one, 0);
    pthread_join(a, 0);
    assert(x == 1);
    return 0;
}
