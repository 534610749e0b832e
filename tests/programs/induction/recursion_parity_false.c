// Mutual recursion with the wrong parity.
// flags: --check assert
// expect: FALSE(reach-error)
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 1 : even(n - 1); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 0 && even(n) == n % 2) reach_error();
}
