// Without arguments the program violates an assertion; with others nothing is known.
// flags: -DWRONG
// expect: FALSE(assert)
// flags: -DRIGHT
// expect: UNKNOWN(unsupported: arguments of the entry function)
#include <assert.h>
#include <pthread.h>
static int x;
static void *one(void *own) {
    x++;
    return own;
}
int main(int argc, char **argv) {
    pthread_t a;
    if (argc > 1 && argv[1][0] == 'x') x = 1;
    pthread_create(&a, 0, one, 0);
#ifdef WRONG
    assert(x == 0); // BUG
#endif
    pthread_join(a, 0);
    return 0;
}
