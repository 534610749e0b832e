// The loop does not end, but no run comes there.
// flags: --property termination.prp
// expect: TRUE
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x % 2 == 0 && x % 4 == 3)
        for (;;) {
        }
    return 0;
}
