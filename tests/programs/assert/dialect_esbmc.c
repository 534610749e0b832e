// expect: FALSE(assert)
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    __ESBMC_assume(x >= 0 && x < 3);
    __ESBMC_assert(x < 2, "two"); // BUG
    return 0;
}
