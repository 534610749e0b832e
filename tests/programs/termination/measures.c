// Loops of which no bound suffices: a measure of each gets less with every iteration.
// flags: --check termination
// expect: TRUE
// flags: --check termination,assert
// expect: TRUE
// flags: --check termination --bound 2
// expect: UNKNOWN(bound 2 reached: loop in main)
// flags: --check termination --timeout 1 -D MORE
// expect: UNKNOWN
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_uint();
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    for (unsigned i = 0; i < a; i++)
        while (x > 0 && y > 0)
            if (__VERIFIER_nondet_int()) {
                x--;
                y = __VERIFIER_nondet_int();
            } else {
#ifdef MORE
                x++;
#endif
                y--;
            }
    return 0;
}
