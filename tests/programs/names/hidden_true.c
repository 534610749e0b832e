// Such labels are for traces only.
// expect: TRUE
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
static int abs_of(int x) {
__CPROVER_HIDE:
    if (x < 0 && x > -100)
        return -x;
__ESBMC_HIDE:
__VERIFIER_HIDE:
    return 1;
}
int main(void) {
    __VERIFIER_assert(abs_of(__VERIFIER_nondet_int()) > 0);
    return 0;
}
