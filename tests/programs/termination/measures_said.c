// A loop that ends because of what its clause says.
// flags: --check assert,termination
// expect: TRUE
// flags: --check assert,termination -D WRONG
// expect: FALSE(assert)
// flags: --check assert,termination -D NONE --timeout 3
// expect: UNKNOWN
int __VERIFIER_nondet_int(void);
static int is_small(int x) { return 0 < x && x < 1000; }
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
#if defined NONE
    while (is_small(x) && is_small(y) && is_small(z)) {
#elif defined WRONG
    while (is_small(x) && is_small(y) && is_small(z)) __CPROVER_decreases(x + y) { // BUG
#else
    while (is_small(x) && is_small(y) && is_small(z)) __CPROVER_decreases(x + y + z) {
#endif
        switch (__VERIFIER_nondet_int()) {
        case 0:
            x -= 2;
            y++;
            break;
        case 1:
            y -= 2;
            z++;
            break;
        default:
            z -= 2;
            x++;
        }
    }
    return 0;
}
