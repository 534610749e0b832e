// CBMC's predicates of overflow, over the types that C's conversions give.
// flags: --check assert,reach-error
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    unsigned char c = x;
    if (__CPROVER_overflow_plus(c, 1))
        reach_error();
    if (!__CPROVER_overflow_plus(-1, 1u))
        reach_error();
    if (!__CPROVER_overflow_plus(x, y) && (long long)x + y != x + y)
        reach_error();
    if (__CPROVER_overflow_minus(x, y) != ((long long)x - y != (int)((long long)x - y)))
        reach_error();
    if (__CPROVER_overflow_mult((long long)x, (long long)y))
        reach_error();
    if (__CPROVER_overflow_unary_minus(x) != (x == -2147483647 - 1))
        reach_error();
    if (!__CPROVER_overflow_unary_minus(1u))
        reach_error();
    return 0;
}
