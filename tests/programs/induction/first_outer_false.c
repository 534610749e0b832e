// The flag belongs to a loop within another one, which the outer one does not reset.
// flags: --check assert
// expect: FALSE(reach-error)
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int ready;
unsigned total;
int main(void) {
    while (__VERIFIER_nondet_int()) {
        while (__VERIFIER_nondet_int()) {
            if (!ready) { ready = 1; total = 1; continue; }
            if (total == 0) reach_error();
            if (++total == 21) reach_error();  // BUG
        }
    }
}
