// expect: FALSE(trap)
int __VERIFIER_nondet_int(void);
int main(void) {
    if (__VERIFIER_nondet_int() == 4)
        __builtin_trap(); // BUG
    return 0;
}
