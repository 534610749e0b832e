// A function pointer in memory that nobody has written is assumed to be one of a few, as harnesses do, and called.
// flags: --check assert,memory
// expect: TRUE
// flags: --check assert,memory -D ANY
// expect: FALSE(invalid-call|null-dereference)
// flags: --check assert,memory -D COUNTED
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
extern unsigned long __VERIFIER_nondet_ulong(void);
struct table {
    void (*first)(int *);
    void (*second)(int *);
    int slots[];
};
static void add_one(int *n) {
    *n += 1;
}
static void add_two(int *n) {
    *n += 2;
}
int main(void) {
    unsigned long size = __VERIFIER_nondet_ulong();
    if (size == 0 || size > 4)
        return 0;
    struct table *t = malloc(sizeof *t + size * sizeof(int));
    if (!t)
        return 0;
#ifndef ANY
    __VERIFIER_assume(!t->first || t->first == add_one || t->first == add_two);
#endif
    __VERIFIER_assume(!t->second || t->second == add_two);
    int n = 0;
    if (t->first)
        t->first(&n); // BUG
    assert(n <= 2);
    if (t->second)
        t->second(&n);
#ifdef COUNTED
    assert(n < 4); // BUG
#endif
    assert(n <= 4);
    free(t);
    return 0;
}
