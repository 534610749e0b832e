// Locals that begin a life in each iteration: the second life has bytes of its own.
// flags: --memory flat --check assert
// expect: FALSE(assert)
// flags: --memory objects --check assert
// expect: FALSE(assert)
extern void abort(void);
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
int main(void) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 2; i++) {
        unsigned a[4], *p = a + (i + 1) % 4u;
        if (i == 0)
            a[1] = 7;
        else
            sum += a[1];
        p[0] = i;
        sum += p[0];
    }
    if (sum == 100)
        __assert_fail("sum", "", 0, ""); // BUG
    return 0;
}
