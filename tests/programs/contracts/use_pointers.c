// What a contract assigns and frees changes at a call, what is fresh is new, and nothing else changes.
// flags: --use-contract fill
// expect: TRUE
// flags: --use-contract fill -D LAST=3
// expect: FALSE(assert)
// flags: --use-contract fill -D SIZE=5
// expect: FALSE(assert)
// flags: --use-contract move
// expect: TRUE
// flags: --use-contract move -D SAME
// expect: FALSE(assert)
// flags: --use-contract move -D KEPT
// expect: FALSE(assert)
// flags: --use-contract make
// expect: TRUE
// flags: --use-contract make -D OPEN
// expect: FALSE(null-dereference)
// flags: --use-contract make -D BLIND
// expect: UNKNOWN(unsupported: contents of an object that the caller gives, used as an address)
// flags: --use-contract drop
// expect: TRUE
// flags: --use-contract drop -D TWICE
// expect: FALSE(double-free)
// flags: --use-contract drop -D MAYBE
// expect: FALSE(use-after-free)
// flags: --use-contract find
// expect: TRUE
// flags: --use-contract find -D PAST
// expect: FALSE(invalid-read)
// flags: --use-contract set
// expect: TRUE
// flags: --use-contract set -D UNSET
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
#ifndef LAST
#define LAST 1
#endif
#ifndef SIZE
#define SIZE 2
#endif
void fill(char *p, size_t n)
    __CPROVER_requires(n > 0 && __CPROVER_is_fresh(p, n))
    __CPROVER_assigns(__CPROVER_object_upto(p, n))
    __CPROVER_ensures(__CPROVER_forall { size_t i; i < n && i < 4 ==> p[i] == 1 });
void fill(char *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        p[i] = 1;
}
void move(int *to, int *from)
    __CPROVER_requires(__CPROVER_is_fresh(to, sizeof *to) && __CPROVER_is_fresh(from, sizeof *from))
    __CPROVER_assigns(*to, *from)
#ifndef KEPT
    __CPROVER_ensures(*from == 0)
#endif
    __CPROVER_ensures(*to == __CPROVER_old(*from));
void move(int *to, int *from) {
    *to = *from;
    *from = 0;
}
int *make(int x)
#ifdef OPEN
    __CPROVER_ensures(__CPROVER_return_value == NULL ||
                      (__CPROVER_is_fresh(__CPROVER_return_value, sizeof(int)) && *__CPROVER_return_value == x))
#elif defined BLIND
    __CPROVER_ensures(1)
#else
    __CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value, sizeof(int)) && *__CPROVER_return_value == x)
#endif
    ;
int *make(int x) {
    int *p = malloc(sizeof *p);
    if (!p)
        exit(1);
    *p = x;
    return p;
}
void drop(int *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
    __CPROVER_frees(p)
#ifndef MAYBE
    __CPROVER_ensures(__CPROVER_was_freed(p))
#endif
    ;
void drop(int *p) { free(p); }
const char *find(const char *s, size_t n)
    __CPROVER_requires(n > 0 && __CPROVER_is_fresh(s, n))
    __CPROVER_ensures(__CPROVER_pointer_in_range_dfcc(s, __CPROVER_return_value, s + n));
const char *find(const char *s, size_t n) { return s + n - 1; }
void set(int *p, _Bool *done)
    __CPROVER_requires(p == NULL || __CPROVER_is_fresh(p, sizeof *p))
    __CPROVER_requires(__CPROVER_is_fresh(done, sizeof *done))
    __CPROVER_assigns(p != NULL: *p; *done)
    __CPROVER_ensures(p != NULL ==> *p == 5)
    __CPROVER_ensures(*done == (p != NULL));
void set(int *p, _Bool *done) {
    *done = p != NULL;
    if (p)
        *p = 5;
}
int main(void) {
    char a[4] = {0, 0, 0, 7};
    fill(a + 1, SIZE); // BUG
    assert(a[LAST] == 1 && a[0] == 0 && a[3] == 7); // BUG
    int x = 3, y = 4;
#ifdef SAME
    move(&x, &x); // BUG
#else
    move(&x, &y);
#endif
    assert(x == 4 && y == 0); // BUG
    int *p = make(6), *q = make(7);
#ifdef OPEN
    x = *p; // BUG
#endif
#ifdef BLIND
    return p ? *p : 0;
#endif
    if (!p || !q)
        return 0;
    assert(p != q && *p == 6 && *q == 7);
    drop(p);
#ifdef TWICE
    free(p); // BUG
#endif
#ifdef MAYBE
    x = *p; // BUG
    free(p);
#endif
    free(q);
    const char *s = find(a, 4);
#ifndef PAST
    if (s == a + 4)
        return 0;
#endif
    y = *s; // BUG
    _Bool done;
    set(NULL, &done);
    assert(!done);
#ifdef UNSET
    set(NULL, &done);
#else
    set(&x, &done);
#endif
    assert(done && x == 5); // BUG
    return 0;
}
