// Loops of a function that is called in a loop, each time from other values.
// flags: --check assert
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned count(unsigned n) {
    unsigned i = 0;
    while (i < n) i++;
    return i;
}
int main(void) {
    while (__VERIFIER_nondet_uint()) {
        unsigned n = __VERIFIER_nondet_uint();
        if (count(n) != n) reach_error();
    }
}
