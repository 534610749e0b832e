// Signed overflows that are off wrap. A quotient that overflows and a shift have a check of the same name in part; a violation of
// them is not told; violations of other checks are. Reads whose pointer is not checked yield any value.
// flags: --check default
// expect: TRUE
// flags: --check default -D QUOTIENT
// expect: UNKNOWN(unsupported: a violation of division-overflow under `#pragma CPROVER check disable`)
// flags: --check default -D SHIFTED
// expect: UNKNOWN(unsupported: a violation of shift-base under `#pragma CPROVER check disable`)
// flags: --check default -D ZERO
// expect: FALSE(division-by-zero)
// flags: --check default -D POINTER
// expect: TRUE
// flags: --check default -D ASSERT
// expect: FALSE(assert)
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);
#pragma CPROVER check push
#pragma CPROVER check disable "signed-overflow"
static int f(int x, int *p) {
    int y = x + 1;
    __VERIFIER_assert(y == -2147483647 - 1 || y == 1);
#ifdef QUOTIENT
    y = y / -1;
#endif
#ifdef SHIFTED
    y = y << 1;
#endif
#ifdef ZERO
    y = x / (x - x); // BUG
#endif
#ifdef ASSERT
    __VERIFIER_assert(y == 1); // BUG
#endif
#pragma CPROVER check disable "pointer"
#ifdef POINTER
    return *p;
#endif
    return -y;
}
#pragma CPROVER check pop
int main(void) {
    int x = __VERIFIER_nondet_bool() ? 2147483647 : 0;
    return f(x, 0) == 7;
}
