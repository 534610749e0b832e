// A declaration gives the operands types that CBMC does not know of.
// expect: UNKNOWN(unsupported: __CPROVER_overflow_plus at overflow_declared.c:8)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
_Bool __CPROVER_overflow_plus();
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 9 && __CPROVER_overflow_plus(x, 1))
        reach_error();
    return 0;
}
