// A loop in which nothing changes, on some inputs only. Other properties need not follow it.
// flags: --property termination.prp
// expect: UNKNOWN(a loop may not end at endless.c:14)
// flags: --check assert
// expect: TRUE
// flags: --check termination --bound 7
// expect: UNKNOWN(a loop may not end)
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 3;
    if (x < 5)
        return 0;
    while (y) {
    }
    return 1;
}
