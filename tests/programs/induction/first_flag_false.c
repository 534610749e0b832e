// A flag in memory is cleared by the first iteration.
// flags: --check assert
// expect: FALSE(reach-error)
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct { char a, first; } s = { 0, 1 };
unsigned i;
int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (!s.first && i == 0) reach_error();
        if (i == 25) reach_error();  // BUG
        s.first = 0;
        i++;
    }
}
