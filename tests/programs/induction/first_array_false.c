// An element of an array, at a place that is not constant, is set by the first iteration.
// flags: --check assert
// expect: FALSE(reach-error)
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
char seen[100];
unsigned i;
int main(void) {
    unsigned at = __VERIFIER_nondet_uint() % 100;
    while (__VERIFIER_nondet_uint()) {
        if (seen[at] && i == 0) reach_error();
        if (i == 25) reach_error();  // BUG
        seen[at] = 1;
        i++;
    }
}
