// What no run comes to does no harm.
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern int __CPROVER_rounding_mode;
int __CPROVER_uninterpreted_f(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3 && x < 2) {
        __CPROVER_rounding_mode = 1;
    __CPROVER_ASYNC_1:
        return __CPROVER_uninterpreted_f(x);
    }
    return 0;
}
