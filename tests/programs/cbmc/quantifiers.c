// Quantifiers over a range are loops.
// expect: TRUE
// flags: -D ALL
// expect: FALSE(assert)
// flags: -D ONE
// expect: FALSE(assert)
int main(void) {
    unsigned char a[8];
    unsigned n = nondet_uint();
    __CPROVER_assume(n < 8);
    __CPROVER_assume(__CPROVER_forall { int i; (i >= 0 && i < sizeof(a)) ==> ((const unsigned char *)&a)[i] > 1 });
    __CPROVER_assert(a[n] > 1, "each");
    a[n] = 4;
    __CPROVER_assert(__CPROVER_exists { unsigned k; k <= 7 && a[k] == 4 }, "one");
    __CPROVER_assert(
        __CPROVER_forall {
            int i;
            -1 < i && n >= i ==>
                __CPROVER_exists { __CPROVER_size_t j; j < 8 && a[j] == a[i] }
        },
        "both");
    __CPROVER_assert(__CPROVER_forall { signed char c; -128 <= c && c <= 127 ==> c * c <= 16384 }, "all of a type");
    __CPROVER_assert(!__CPROVER_exists { int i; 3 < i && i < 3 && 1 }, "empty");
#ifdef ALL
    __CPROVER_assert(__CPROVER_forall { int i; 0 <= i && i < 8 ==> a[i] < 200 }, "not all"); // BUG
#endif
#ifdef ONE
    __CPROVER_assert(__CPROVER_exists { int i; i >= 0 && i <= n && a[i] == 2 }, "not one"); // BUG
#endif
    return 0;
}
