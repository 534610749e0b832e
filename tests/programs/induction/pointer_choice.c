// A pointer changes between two variables, of which one is never changed elsewhere.
// flags: --check assert
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    int a = 1, b = 2, *p = &a;
    while (__VERIFIER_nondet_int()) {
        if (*p != 1 && *p != 2) reach_error();
        p = p == &a ? &b : &a;
    }
}
