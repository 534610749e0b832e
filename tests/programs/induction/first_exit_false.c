// The first iteration opens a way out of the loop that a late one takes, by a goto into the middle of what follows.
// flags: --check assert
// expect: FALSE(reach-error)
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int open;
int main(void) {
    unsigned i = 0;
    for (;;) {
        if (!__VERIFIER_nondet_int()) return 0;
        if (open && i == 22) goto out;
        if (open && i == 0) return 1;
        open = 1;
        i++;
    }
out: reach_error();  // BUG
}
