// Pointers are null, fresh or anything; what a contract leaves open is not taken for valid.
// flags: --check-contract fill
// expect: TRUE
// flags: --check-contract fill -D LAST=n
// expect: FALSE(invalid-write)
// flags: --check-contract fill -D NULLABLE
// expect: FALSE(null-dereference)
// flags: --check-contract either
// expect: FALSE(assert)
// flags: --check-contract either -D LATER
// expect: FALSE(assert)
// flags: --check-contract make
// expect: TRUE
// flags: --check-contract make -D SAME
// expect: FALSE(assert)
// flags: --check-contract make -D SHORT=1
// expect: FALSE(assert)
// flags: --check-contract two
// expect: TRUE
// flags: --check-contract two -D ONE
// expect: FALSE(assert)
// flags: --check-contract apart
// expect: TRUE
// flags: --check-contract apart -D ANY
// expect: FALSE(assert)
// flags: --check-contract between
// expect: TRUE
// flags: --check-contract between -D ANY
// expect: UNKNOWN(unsupported: argument 2 of contract of between, used as an address)
// flags: --check-contract any
// expect: FALSE(null-dereference)
// flags: --check-contract conjunction
// expect: TRUE
// flags: --check-contract copied
// expect: UNKNOWN(unsupported: __CPROVER_is_fresh of a copy of a pointer)
// flags: --check-contract twice
// expect: UNKNOWN(vacuous: no run is as twice requires)
// flags: --check-contract next
// expect: TRUE
// flags: --check-contract next -D ANY
// expect: FALSE(assert)
// flags: --check-contract same
// expect: TRUE
// flags: --check-contract on_stack
// expect: UNKNOWN(unsupported: argument 1 of contract of on_stack, used as an address)
#include <stdlib.h>
#ifndef LAST
#define LAST n - 1
#endif
#ifndef SHORT
#define SHORT 0
#endif
_Bool is_buffer(char *p, size_t n) { return n > 0 && n < 6 && __CPROVER_is_fresh(p, n); }
void fill(char *p, size_t n)
#ifdef NULLABLE
    __CPROVER_requires(n > 0 && (p == NULL || is_buffer(p, n)))
#else
    __CPROVER_requires(is_buffer(p, n))
#endif
    __CPROVER_assigns(__CPROVER_object_upto(p, n))
    __CPROVER_ensures(p[n - 1] == 7)
{
    p[LAST] = 7; // BUG
}
int either(int *p)
#ifdef LATER
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p) || p == NULL)
#else
    __CPROVER_requires(p == NULL || __CPROVER_is_fresh(p, sizeof *p))
#endif
    __CPROVER_ensures(__CPROVER_return_value) // BUG
{
    return p != NULL;
}
int *make(int *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
    __CPROVER_ensures(__CPROVER_return_value == NULL || __CPROVER_is_fresh(__CPROVER_return_value, sizeof *p)) // BUG
{
#ifdef SAME
    return p;
#endif
    return malloc(sizeof *p - SHORT);
}
struct made {
    int *a, *b;
};
struct made two(void)
    __CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value.a, 4))
    __CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value.b, 4)) // BUG
{
    struct made m = {malloc(4), malloc(4)};
#ifdef ONE
    m.b = m.a;
#endif
    return m;
}
int apart(char *p, char *q)
    __CPROVER_requires(__CPROVER_is_fresh(p, 3))
#ifdef ANY
    __CPROVER_requires(q != NULL)
#else
    __CPROVER_requires(__CPROVER_is_fresh(q, 3))
#endif
    __CPROVER_assigns(*p)
    __CPROVER_ensures(__CPROVER_return_value) // BUG
{
    *p = 1;
    return p != q;
}
int between(char *p, char *q)
    __CPROVER_requires(__CPROVER_is_fresh(p, 3))
#ifdef ANY
    __CPROVER_requires(q != NULL)
#else
    __CPROVER_requires(__CPROVER_pointer_in_range_dfcc(p, q, p + 2))
#endif
    __CPROVER_assigns(*p)
    __CPROVER_ensures(q == p || *q == __CPROVER_old(*q))
{
    *p = 1;
    return *q;
}
void any(int *p)
    __CPROVER_assigns()
{
    *p = 1; // BUG
}
void conjunction(int *p, int *n)
    __CPROVER_requires((__CPROVER_is_fresh(p, sizeof *p) & __CPROVER_is_fresh(n, sizeof *n)) & (*p > 0) & *n == *p)
    __CPROVER_ensures(*n > 0)
{
}
static _Bool is_int(int *p) {
    int *q = p;
    return p == NULL || __CPROVER_is_fresh(q, sizeof *q);
}
void copied(int *p)
    __CPROVER_requires(is_int(p))
    __CPROVER_ensures(p == NULL)
{
}
void twice(int *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, 4) && p == NULL)
{
}
char *next(char *p, size_t n)
    __CPROVER_requires(__CPROVER_is_fresh(p, 4))
#ifndef ANY
    __CPROVER_requires(n < 4)
#else
    __CPROVER_requires(n < 5)
#endif
    __CPROVER_ensures(__CPROVER_pointer_in_range_dfcc(p, __CPROVER_return_value, p + 3)) // BUG
{
    return p + n;
}
int same(int *p, int *q)
    __CPROVER_requires(__CPROVER_is_fresh(p, 4) && __CPROVER_pointer_equals(q, p))
    __CPROVER_assigns(*q)
    __CPROVER_ensures(__CPROVER_return_value == 3 && __CPROVER_pointer_equals(p, q))
{
    *q = 3;
    return *p;
}
void on_stack(int *p)
    __CPROVER_requires(p == NULL || !__CPROVER_DYNAMIC_OBJECT(p))
    __CPROVER_ensures(p == NULL)
{
}
