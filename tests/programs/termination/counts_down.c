// Every run ends within the bound; not within a smaller one.
// flags: --property termination.prp
// expect: TRUE
// flags: --property termination.prp --bound 3
// expect: UNKNOWN(bound 3 reached)
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() % 8;
    while (n > 0)
        n = n / 2 + (n == 1 ? 0 : n % 2) - (n == 1 ? 1 : 0) + (n == 1);
    return 0;
}
