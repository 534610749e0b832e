// Whether a left shift loses bits, over the promoted type of the left operand.
// expect: TRUE
// flags: -D CLAIM=!__CPROVER_overflow_shl(x,1)
// expect: FALSE(assert)
// flags: -D CLAIM=!__CPROVER_overflow_shl(u,1)
// expect: FALSE(assert)
#ifndef CLAIM
#define CLAIM 1
#endif
int main(void) {
    int x = nondet_int(), d = nondet_int();
    unsigned u = nondet_uint();
    unsigned char c = nondet_uchar();
    __CPROVER_assert(!__CPROVER_overflow_shl(c, 8), "promoted");
    __CPROVER_assert(__CPROVER_overflow_shl(1, 31) && !__CPROVER_overflow_shl(1u, 31), "sign bit");
    __CPROVER_assert(!__CPROVER_overflow_shl(-1, 31) && __CPROVER_overflow_shl(-1, 32), "negative values");
    __CPROVER_assert(!__CPROVER_overflow_shl(0, 40) && __CPROVER_overflow_shl(1, 40), "beyond the width");
    __CPROVER_assert(!__CPROVER_overflow_shl(x, -1), "negative amounts");
    if (d >= 0 && d < 31)
        __CPROVER_assert(__CPROVER_overflow_shl(x, d) == ((long long)x * (1 << d) != (int)((long long)x * (1 << d))), "all");
    if (d >= 0 && d < 32)
        __CPROVER_assert(__CPROVER_overflow_shl(u, d) == ((unsigned long long)u << d > 0xffffffff), "unsigned");
    __CPROVER_assert(CLAIM, "claim"); // BUG
    return 0;
}
