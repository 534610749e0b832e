// A recursive function that is called in a loop without end, and a loop without bound inside of it.
// flags: --check assert
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned down(unsigned n) {
    unsigned i = 0, stop = __VERIFIER_nondet_uint();
    while (i < stop) i++;
    if (i != stop) reach_error();
    return n == 0 ? 0 : down(n - 1);
}
int main(void) {
    while (__VERIFIER_nondet_uint())
        if (down(__VERIFIER_nondet_uint()) != 0) reach_error();
}
