// Words of CBMC and checks that are off in text that is preprocessed already.
// flags: --check unsigned-overflow
// expect: TRUE
# 1 "given.c"
# 1 "inc/given.h" 1
#pragma CPROVER check push
#pragma CPROVER check disable "unsigned-overflow"
static inline unsigned next(unsigned x) { return x + 1; }
#pragma CPROVER check pop
# 2 "given.c" 2
unsigned nondet_unsigned(void);
int main(void) {
    unsigned x = nondet_unsigned();
    __CPROVER_assume(x > 5 ==> x < 10);
    __CPROVER_assert(next(x) <= 10, "small");
}
