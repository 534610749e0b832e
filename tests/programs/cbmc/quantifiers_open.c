// Quantifiers without a range of numbers have no meaning here, unless one number can stand for all (quantifiers_claims.c).
// flags: -D ALL
// expect: UNKNOWN(unsupported: __CPROVER_forall at quantifiers_open.c:12)
// flags: -D ONE
// expect: UNKNOWN(unsupported: __CPROVER_exists at quantifiers_open.c:15)
// A negative bound is a large number where C compares it with an unsigned one.
// flags: -D MIXED
// expect: UNKNOWN(unsupported: __CPROVER_exists at quantifiers_open.c:18)
int main(void) {
    int n = nondet_int();
#ifdef ALL
    __CPROVER_assume(__CPROVER_forall { int i; i * i >= 0 });
#endif
#ifdef ONE
    __CPROVER_assert(__CPROVER_exists { int i; i > n }, "claim");
#endif
#ifdef MIXED
    __CPROVER_assert(n == 0 || __CPROVER_exists { unsigned i; 0 <= i && i < n }, "claim");
#endif
    return 0;
}
