// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int __CPROVER_uninterpreted_f(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (__CPROVER_uninterpreted_f(x) != __CPROVER_uninterpreted_f(x))
        reach_error();
    return 0;
}
