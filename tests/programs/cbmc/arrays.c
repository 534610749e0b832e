// Whole arrays, from the pointer to the end of the object.
// expect: TRUE
// flags: -D CLAIM=a[0]==7
// expect: FALSE(assert)
// flags: -D CLAIM=!__CPROVER_array_equal(a,b)
// expect: FALSE(assert)
// flags: -D CLAIM=c[3]==0
// expect: FALSE(assert)
#ifndef CLAIM
#define CLAIM 1
#endif
int main(void) {
    int a[4] = {1, 2, 3, 4}, b[4], v = nondet_int(), n = nondet_int();
    unsigned char c[4] = {9, 9, 9, 9}, d[2] = {5, 6};
    __CPROVER_assume(n >= 0 && n < 4);
    __CPROVER_array_copy(b, a);
    __CPROVER_assert(__CPROVER_array_equal(a, b) && b[3] == 4, "copied");
    __CPROVER_array_set(a, v);
    __CPROVER_assert(a[n] == v, "set");
    __CPROVER_array_set(a + 2, 7);
    __CPROVER_assert(a[2] == 7 && a[3] == 7 && a[1] == v, "set from an element on");
    __CPROVER_array_copy(b, a);
    __CPROVER_array_replace(c, d);
    __CPROVER_assert(c[0] == 5 && c[1] == 6 && c[2] == 9, "replaced in part");
    __CPROVER_assert(!__CPROVER_array_equal(c, d), "other sizes");
    __CPROVER_array_set(c, 0);
    __CPROVER_assert(c[3] == 0, "bytes");
    __CPROVER_array_copy(c, d);
    __CPROVER_assert(c[1] == 6, "copied from a shorter one");
    __CPROVER_assert(CLAIM, "claim"); // BUG
    return 0;
}
