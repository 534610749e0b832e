// The guard keeps the counter from overflowing.
// flags: --check overflow
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int i = 0;
    while (i < n) i++;
    return 0;
}
