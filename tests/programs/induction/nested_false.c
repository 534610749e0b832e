// What is claimed of the inner loop must not bear on whether it is entered.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int x = 0; x < n; x++)
        for (int y = x + 1; y < n; y++)
            if (x >= 1000000 && y > x + 1000000) reach_error();
}
