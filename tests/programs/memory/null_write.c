// expect: FALSE(null-dereference)
struct s { int a, b; };
int __VERIFIER_nondet_int(void);
int main(void) {
    struct s v, *p = 0;
    if (__VERIFIER_nondet_int() != 9)
        p = &v;
    p->b = 1; // BUG
    return 0;
}
