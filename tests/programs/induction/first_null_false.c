// A pointer is null before the first iteration, and set in it; a late one clears it.
// expect: FALSE(null-dereference)
extern int __VERIFIER_nondet_int(void);
int x;
int *p;
int main(void) {
    unsigned i = 0;
    while (__VERIFIER_nondet_int()) {
        if (i == 0) p = &x;
        if (i == 17) p = 0;
        i++;
        *p = 1;  // BUG
    }
}
