// The recursion is as deep as the input is large; the result is bounded.
// flags: --check assert,overflow
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int capped(int x) {
    if (x <= 0) return 0;
    int r = capped(x - 1) + 1;
    return r > 5 ? 5 : r;
}
int main(void) {
    int r = capped(__VERIFIER_nondet_int());
    if (r < 0 || r > 5) reach_error();
}
