// A function that the program defines has its own meaning.
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int __CPROVER_uninterpreted_f(int x) { return x; }
void __VERIFIER_thing(int *p) { *p = 1; }
int __VERIFIER_count = 3;
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    __VERIFIER_thing(&y);
    if (__CPROVER_uninterpreted_f(x) != x || y != 1 || __VERIFIER_count != 3)
        reach_error();
    return 0;
}
