// Bytes that nobody wrote are the same whenever they are read: on one path or the other, before threads share them or after.
// flags: --encoding steps --check assert
// expect: TRUE
// flags: --encoding steps --check assert -D OTHER
// expect: FALSE(assert)
// flags: --encoding steps --check assert -D SHARED
// expect: TRUE
// flags: --encoding steps --check assert -D SHARED -D OTHER
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static unsigned char *table;
static void *write(void *at) {
    table[0] = 1;
    return at;
}
int main(void) {
    unsigned char *bytes = malloc(8);
    unsigned i = (unsigned)__VERIFIER_nondet_int() % 4;
    unsigned char first = 0;
    if (__VERIFIER_nondet_int()) first = bytes[5];
    unsigned char again = bytes[5];
    if (first != 0) assert(first == again);
#if defined SHARED
    pthread_t t;
    table = bytes;
    pthread_create(&t, NULL, write, NULL);
    pthread_join(t, NULL);
    assert(table[4 + i] == again || i != 1);
#endif
#if defined OTHER
    assert(bytes[4 + i] == again); // BUG
#endif
    return 0;
}
