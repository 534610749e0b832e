// Each iteration is concrete, so that no bound ends the evaluation; it must not end in a proof.
// flags: --property termination.prp --timeout 2
// expect: UNKNOWN(timeout|memory limit)
int main(void) {
    unsigned long n = 0;
    while (1)
        n++;
}
