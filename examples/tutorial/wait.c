// Waits for a flag that nobody clears.
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    _Bool busy = __VERIFIER_nondet_bool();
    while (busy) {
    }
    return 0;
}
