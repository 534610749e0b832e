// A pointer leads elsewhere after the first iteration.
// flags: --check assert
// expect: FALSE(reach-error)
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int x, y;
int main(void) {
    int *p = &x;
    unsigned i = 0;
    while (__VERIFIER_nondet_int()) {
        if (p == &y && i == 0) reach_error();
        if (i == 30) reach_error();  // BUG
        p = &y;
        i++;
    }
}
