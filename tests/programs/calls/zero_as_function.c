// expect: FALSE(null-dereference)
int __VERIFIER_nondet_int(void);
typedef int (*op)(int);
static int increment(int x) { return x + 1; }
int main(void) {
    int address = __VERIFIER_nondet_int();
    if (address != 0) return 0;
    op f = (op)(long)address;
    int r = f(10); // BUG
    return f == increment ? r : 0;
}
