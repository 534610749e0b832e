// With registers of 32 bits a wide division wraps around; with 64 it traps.
// flags: --check assert,reach-error -m 32
// expect: FALSE(reach-error)
// flags: --check assert,reach-error -m 64
// expect: TRUE
extern long long __VERIFIER_nondet_longlong(void);
extern void reach_error(void);
int main(void) {
    long long x = __VERIFIER_nondet_longlong(), y = __VERIFIER_nondet_longlong();
    if (x == -9223372036854775807LL - 1 && y == -1 && x / y == x && x % y == 0)
        reach_error(); // BUG
    return 0;
}
