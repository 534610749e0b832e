// A variable that is only declared may be larger than what is known of it, and the machine is not told what it holds.
// flags: --encoding steps --check assert
// expect: UNKNOWN(unsupported: contents of a variable that is only declared)
// flags: --encoding steps --check assert -D ARRAY
// expect: UNKNOWN(unsupported: contents of a variable that is only declared)
// flags: --encoding steps --check assert -D SAME
// expect: UNKNOWN(unsupported: contents of a variable that is only declared)
// flags: --encoding steps --check assert -D THREADS
// expect: UNKNOWN(unsupported: contents of a variable that is only declared)
#include <assert.h>
#include <pthread.h>
extern int n;
extern int table[4];
static void *next(void *unused) {
    n++;
    return unused;
}
int main(void) {
#if defined ARRAY
    assert(table[2] == 0 || table[1] != 7);
#elif defined SAME
    int first = n;
    assert(first == n);
    assert(table[1] == table[1]);
#elif defined THREADS
    int before = n;
    pthread_t t;
    pthread_create(&t, NULL, next, NULL);
    pthread_join(t, NULL);
    assert(n > before);
#else
    assert(n == 0);
#endif
    return 0;
}
