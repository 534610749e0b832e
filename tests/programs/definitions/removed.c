// A function without its body has no effect, and returns any value.
// expect: TRUE
// flags: --remove-body count
// expect: FALSE(assert)
// flags: --remove-body count -D ANY
// expect: TRUE
// flags: --remove-body removed.c:helper
// expect: FALSE(assert)
// flags: --remove-body __CPROVER_file_local_removed_c_helper
// expect: FALSE(assert)
extern void __VERIFIER_assert(int);
static int helper(int x) { return x + 1; }
int count(int *p) {
    *p += 1;
    return helper(*p);
}
int main(void) {
    int x = 3;
    int y = count(&x);
#ifdef ANY
    __VERIFIER_assert(x == 3);
#else
    __VERIFIER_assert(x == 4 && y == 5); // BUG
#endif
    return 0;
}
