// Needs two iterations: the values go round among three variables.
// flags: --check assert
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    int a = 1, b = 2, c = 3;
    while (__VERIFIER_nondet_int()) {
        int t = a;
        a = b;
        b = c;
        c = t;
        if (a == b) reach_error();
    }
}
