// What is written through a pointer that the loop changes is changed, too.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    int a = 1, b = 2, *p = &a;
    unsigned n = 0;
    while (__VERIFIER_nondet_int()) {
        if (++n == 1000000000) *p = 3;
        p = p == &a ? &b : &a;
        if (b == 3) reach_error();
    }
}
