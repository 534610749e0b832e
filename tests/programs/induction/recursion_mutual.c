// Two functions that call each other: the low bit of the sum of parameter and result is known.
// flags: --check assert,overflow
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    if (even(n) == n % 2) reach_error();
}
