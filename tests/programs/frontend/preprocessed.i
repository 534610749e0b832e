// Text that is preprocessed already: clang does not tell which files it is made of.
// expect: FALSE(assert)
# 1 "given.c"
# 1 "<built-in>"
# 1 "given.c"
# 1 "/usr/include/stdlib.h" 1 3 4
extern _Float32 strtof32(const char *text, char **end);
extern __inline __attribute__((__gnu_inline__)) int twice(int x) { return 2 * x; }
# 2 "given.c" 2
# 1 "/usr/include/assert.h" 1 3 4
extern void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
# 3 "given.c" 2
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x + 1 == 0) __assert_fail("x", "given.c", 6, "main");
    return twice(0);
}
