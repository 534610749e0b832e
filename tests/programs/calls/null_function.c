// expect: FALSE(null-dereference|invalid-call)
int __VERIFIER_nondet_int(void);
static void hello(void) {}
int main(void) {
    void (*f)(void) = __VERIFIER_nondet_int() ? hello : 0;
    f(); // BUG
    return 0;
}
