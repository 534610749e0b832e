// Which object a pointer leads into, where in it, and how large it is.
// expect: TRUE
// flags: -D CLAIM=__CPROVER_same_object(x,q)
// expect: FALSE(assert)
// flags: -D CLAIM=__CPROVER_POINTER_OBJECT(p)!=__CPROVER_POINTER_OBJECT(x)
// expect: FALSE(assert)
// flags: -D CLAIM=__CPROVER_POINTER_OFFSET(p)==0
// expect: FALSE(assert)
// flags: -D CLAIM=__CPROVER_OBJECT_SIZE(q)==8
// expect: FALSE(assert)
// flags: -D CLAIM=__CPROVER_DYNAMIC_OBJECT(p)
// expect: FALSE(assert)
// flags: -D CLAIM=__CPROVER_pointer_in_range(x,p,x+1)
// expect: FALSE(assert)
#ifndef CLAIM
#define CLAIM 1
#endif
int x[4], y;
int main(void) {
    __CPROVER_size_t n = nondet_size_t(), size = nondet_size_t();
    __CPROVER_assume(n <= 4 && size >= 9 && size < 20);
    int *p = x + n;
    char *q = __CPROVER_allocate(size, 0);
    __CPROVER_assert(__CPROVER_same_object(p, x) && !__CPROVER_same_object(p, &y), "variables");
    __CPROVER_assert(
        __CPROVER_POINTER_OBJECT(q) == __CPROVER_POINTER_OBJECT(q + 9) &&
            __CPROVER_POINTER_OBJECT((void *)0) != __CPROVER_POINTER_OBJECT(q),
        "numbers");
    __CPROVER_assert(__CPROVER_POINTER_OFFSET(p) == 4 * n && __CPROVER_POINTER_OFFSET((void *)0) == 0, "offsets");
    __CPROVER_assert(__CPROVER_OBJECT_SIZE(p) == 16 && __CPROVER_OBJECT_SIZE(q + 1) == size, "sizes");
    __CPROVER_assert(__CPROVER_DYNAMIC_OBJECT(q) && !__CPROVER_DYNAMIC_OBJECT(&y), "heap");
    __CPROVER_assert(__CPROVER_pointer_in_range(x, p, x + 4) && !__CPROVER_pointer_in_range(&y, p, x + 4), "range");
    __CPROVER_assert(CLAIM, "claim"); // BUG
    __CPROVER_deallocate(q);
    return 0;
}
