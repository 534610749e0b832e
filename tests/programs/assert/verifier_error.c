// expect: FALSE(reach-error)
extern void __VERIFIER_error(void) __attribute__((noreturn));
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char c = __VERIFIER_nondet_char();
    switch (c) {
    case 'a': case 'b': return 1;
    case 'z': __VERIFIER_error(); // BUG
    default: return 0;
    }
}
