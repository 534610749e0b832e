// expect: FALSE(invalid-call)
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
typedef int (*op)(int);
static int increment(int x) { return x + 1; }
int main(void) {
    int address = __VERIFIER_nondet_int();
    __VERIFIER_assume(address != 0);
    op f = (op)(long)address;
    int r = f(10); // BUG
    return f == increment ? r : 0;
}
