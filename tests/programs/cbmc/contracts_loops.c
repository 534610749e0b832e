// Contracts of loops are asserted in the runs of the program.
// expect: TRUE
// flags: -D BASE
// expect: FALSE(assert)
// flags: -D STEP
// expect: FALSE(assert)
// flags: -D ENTRY
// expect: FALSE(assert)
// flags: -D MEASURE
// expect: FALSE(assert)
// flags: -D TUPLE
// expect: FALSE(assert)
// flags: -D DO_BASE
// expect: FALSE(assert)
// flags: -D DO_STEP
// expect: FALSE(assert)
// flags: -D CBMC_BASE
// expect: FALSE(assert)
// flags: -D CBMC_STEP
// expect: FALSE(assert)
// flags: -D CBMC_MEASURE
// expect: FALSE(assert)
extern int __VERIFIER_nondet_int(void);
#ifdef BASE
#define FROM 1
#else
#define FROM 0
#endif
#ifdef STEP
#define MOST 2
#else
#define MOST 3
#endif
static int sum(int n) {
    int s = 7;
    for (int i = 0; i < n; i++) // BUG
        __CPROVER_assigns(i, s)
        __CPROVER_loop_invariant(FROM <= i && i <= n)
        __CPROVER_loop_invariant(s >= __CPROVER_loop_entry(s) && s <= 7 + i * MOST)
#ifdef ENTRY
        __CPROVER_loop_invariant(s == __CPROVER_loop_entry(s) + __CPROVER_loop_entry(i))
#endif
        __CPROVER_decreases(n - i)
    {
        if (i == 5)
            continue;
        if (i == 6)
            break;
        s += 3;
    }
    return s;
}
static int pairs(int n) {
    int i = 0, j = 0, count = 0;
    while (i < n) // BUG
        __CPROVER_loop_invariant(0 <= i && i <= n && (i < n ==> j <= 2))
#ifdef TUPLE
        __CPROVER_decreases(2 - j, n - i)
#else
        __CPROVER_decreases(n - i, 2 - j)
#endif
    {
        count++;
        if (j < 2) {
            j++;
        } else {
            j = 0;
            i++;
        }
    }
    return count;
}
static int last(int n) {
    do { // BUG
        n--;
    } while (n > 0) // BUG
#ifdef DO_BASE
        __CPROVER_loop_invariant(n < 3)
#endif
#ifdef DO_STEP
        __CPROVER_loop_invariant(n > 1)
#endif
        __CPROVER_loop_invariant(n > 0)
        __CPROVER_decreases(n);
    return n;
}
// As CBMC writes it.
static int count(int n) {
    int i = 0;
    do // BUG
        __CPROVER_assigns(i)
#ifdef CBMC_BASE
        __CPROVER_loop_invariant(i > 0)
#endif
#ifdef CBMC_STEP
        __CPROVER_loop_invariant(i < n - 1)
#endif
        __CPROVER_loop_invariant(0 <= i && i < n)
#ifdef CBMC_MEASURE
        __CPROVER_decreases(i)
#endif
        __CPROVER_decreases(n - i)
    {
        i++;
    } while (i < n); // BUG
    do
        __CPROVER_loop_invariant(n <= i && i < n + 2) i++;
    while (i < n + 2);
    while (i > n)
        __CPROVER_decreases(i) i--;
    return i;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    int s = sum(n);
#ifdef MEASURE
    for (int i = 0; i < 2; i++) // BUG
        __CPROVER_decreases(i)
    {
        s++;
    }
#endif
    __CPROVER_assert(s == 7 + 3 * n, "sum");
    __CPROVER_assert(pairs(n) == 3 * n, "pairs");
    __CPROVER_assert(last(3) == 0, "last");
    __CPROVER_assert(n == 0 || count(n) == n, "count");
    return 0;
}
