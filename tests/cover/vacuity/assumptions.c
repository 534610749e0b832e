// flags:
// line: TRUE
// flags: -DCONSISTENT
// line: TRUE
// flags: --bound 9
// line: TRUE
// flags: -DLATE
// line: TRUE
// Assumptions that contradict each other: no run reaches what stands behind them.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __CPROVER_assert(int, const char *);
#define assert(c) __CPROVER_assert(c, #c)

static int limit(int n) {
    if (n < 0) {
        assert(n < 0);
        return 0;
    }
    while (n > 10) { //1 loop:unreached //3 loop:unreached //4 loop:unreached
        n -= 10;
    }
    assert(n <= 10); //1 assertion:unreached //3 assertion:unreached //4 assertion:unreached
    return n;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
#ifndef LATE
    __VERIFIER_assume(n > -9);
#else
    assert(n != 5 || n > 4);
#endif
#ifdef CONSISTENT
    __VERIFIER_assume(n < 50);
#else
    __VERIFIER_assume(n < 0);
#endif
    assert(n < 50);
    int small = limit(n);
    for (int i = 0; i < small; i++) { //1 loop:unreached //3 loop:unreached //4 loop:unreached
        assert(i < 10); //1 assertion:unreached //3 assertion:unreached //4 assertion:unreached
    }
    return 0;
}
