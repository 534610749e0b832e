// The result of one call is the argument of the next (McCarthy's function).
// flags: --check assert,overflow
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }
int main(void) {
    int x = __VERIFIER_nondet_int(), r = f(x);
    if (x <= 101 ? r != 91 : r != x - 10) reach_error();
}
