// expect: FALSE(invalid-read|null-dereference)
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    int *p = (int *)(__VERIFIER_nondet_ulong() & ~7ul);
    return *p; // BUG
}
