// expect: TRUE
// flags: -D CLAIM=(int)x!=5
// expect: FALSE(assert)
#ifndef CLAIM
#define CLAIM 1
#endif
__CPROVER_size_t of_file = 3;
int main(void) {
    unsigned __CPROVER_bitvector[5] x = nondet_uint(), y = nondet_uint();
    __CPROVER_bool b = x > y;
    __CPROVER_ssize_t s = -1;
    __CPROVER_assert(sizeof(__CPROVER_size_t) == sizeof(sizeof 1) && of_file == 3 && s < 0, "sizes");
    __CPROVER_assert((int)x < 32 && b < 2, "narrow");
    __CPROVER_assert(CLAIM, "claim"); // BUG
    return 0;
}
