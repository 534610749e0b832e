// One branch breaks the equality, far from the start.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    unsigned x = 0, y = 7;
    while (__VERIFIER_nondet_int()) {
        x++;
        y += 2;
        if (x > 100000000) x = 1, y = 7;
    }
    if (y != 2 * x + 7) reach_error();
}
