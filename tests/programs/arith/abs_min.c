// expect: FALSE(signed-overflow)
int __VERIFIER_nondet_int(void);
static int magnitude(int x) {
    return x < 0 ? -x : x; // BUG
}
int main(void) { return magnitude(__VERIFIER_nondet_int()) == 7; }
