// What the callers keep to is needed: both parameters stay positive.
// flags: --check assert,overflow
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int gcd(int a, int b) {
    if (a <= 0 || b <= 0) reach_error();
    if (a == b) return a;
    return a > b ? gcd(a - b, b) : gcd(a, b - a);
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a > 0 && b > 0 && gcd(a, b) < 1) reach_error();
}
