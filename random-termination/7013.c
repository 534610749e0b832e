// ends: got UNKNOWN(timeout: bound 256 is complete; solving with bound 512; try another --solver, fewer checks by --check, a smaller --bound or a larger --timeout)
extern int __VERIFIER_nondet_int(void);
static int any(void) { return __VERIFIER_nondet_int(); }
int main(void) {
    signed _BitInt(12) x;
    x = any();
    while ((int)(x) < (int)(((int)(0) & (int)(x)))) {
        if ((int)(((int)(x) * (int)(x))) > (int)(1)) {
            do {
                x -= 1;
                x -= 2;
            } while ((int)(x) > (int)(((int)(x) | (int)(x))));
            if ((int)(((int)(x) >> 1)) != (int)(((int)(x) >> 1))) {
                x = ((int)(x) >> 1);
                x -= 2;
                x += 1;
            }
        }
        x -= 2;
        x -= 1;
    }
    return 0;
}
