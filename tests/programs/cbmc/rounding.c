// Numbers are rounded to the nearest.
// expect: TRUE
// flags: -D CLAIM=__CPROVER_rounding_mode!=0
// expect: FALSE(assert)
// flags: -D UP
// expect: UNKNOWN(unsupported: __CPROVER_rounding_mode)
#ifndef CLAIM
#define CLAIM __CPROVER_rounding_mode == 0
#endif
int main(void) {
    __CPROVER_rounding_mode = 0;
#ifdef UP
    __CPROVER_rounding_mode = 2;
#endif
    __CPROVER_assert(CLAIM, "mode"); // BUG
    return 0;
}
