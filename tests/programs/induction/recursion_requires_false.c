// What holds of the first call does not hold of those within.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static void f(int n, int from) {
    if (n < from - 100000) reach_error();
    if (__VERIFIER_nondet_int()) f(n - 1, from);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 0) f(n, n);
}
