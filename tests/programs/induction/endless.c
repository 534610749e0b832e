// A loop that never ends keeps its invariant.
// flags: --check assert
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    unsigned char x = 1;
    for (;;) {
        x += 2 * (__VERIFIER_nondet_int() & 3);
        if (x == 0) reach_error();
    }
}
