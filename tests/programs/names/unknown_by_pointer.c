// expect: UNKNOWN(unsupported: __CPROVER_is_fresh at unknown_by_pointer.c:7)
extern int __VERIFIER_nondet_int(void);
int __CPROVER_is_fresh(int);
static int own(int x) { return x; }
int main(void) {
    int (*f)(int) = __VERIFIER_nondet_int() ? own : __CPROVER_is_fresh;
    return f(1) == 2;
}
