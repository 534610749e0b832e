// What a function writes that was there before has to be assigned, and what it frees has to be said.
// flags: --check-contract set
// expect: TRUE
// flags: --check-contract set -D OUTSIDE --check memory
// expect: ERROR(--check-contract, --use-contract: only with the check assert)
// flags: --check-contract set -D OUTSIDE
// expect: FALSE(assert)
// flags: --check-contract set -D SAME
// expect: FALSE(assert)
// flags: --check-contract set -D BEHIND
// expect: FALSE(assert)
// flags: --check-contract set -D UNCONDITIONAL
// expect: FALSE(assert)
// flags: --check-contract set -D OWN
// expect: TRUE
// flags: --check-contract set -D FREED
// expect: FALSE(assert)
// flags: --check-contract set -D COPY
// expect: FALSE(assert)
// flags: --check-contract set -D FILL
// expect: FALSE(assert)
// flags: --check-contract set -D LIBRARY
// expect: FALSE(assert)
// flags: --check-contract set -D EARLY
// expect: FALSE(assert)
// flags: --check-contract set -D CALLED
// expect: FALSE(assert)
// flags: --check-contract set -D POINTER
// expect: FALSE(assert)
// flags: --check-contract set -D ATOMIC
// expect: FALSE(assert)
// flags: --check-contract whole
// expect: TRUE
// flags: --check-contract from
// expect: TRUE
// flags: --check-contract from -D AT=1
// expect: FALSE(assert)
// flags: --check-contract upto
// expect: TRUE
// flags: --check-contract upto -D LAST=5
// expect: FALSE(assert)
// flags: --check-contract none
// expect: FALSE(assert)
// flags: --check-contract release
// expect: TRUE
// flags: --check-contract release -D ALWAYS
// expect: FALSE(assert)
// flags: --check-contract release -D AGAIN
// expect: FALSE(use-after-free)
// flags: --check-contract grow
// expect: FALSE(assert)
#include <stdlib.h>
#include <string.h>
struct pair {
    int first, second;
};
#ifndef AT
#define AT 2
#endif
#ifndef LAST
#define LAST 4
#endif
static void indirect(int *p) {
    *p = 1; // BUG
}
void set(struct pair *p, int *q, _Bool both)
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
    __CPROVER_requires(q == NULL || __CPROVER_is_fresh(q, 2 * sizeof *q))
    __CPROVER_assigns(p->first; q != NULL && both: *q)
    __CPROVER_ensures(p->first == 3)
    __CPROVER_ensures(p->second == __CPROVER_old(p->second))
{
    p->first = 3;
#ifdef OUTSIDE
    *(int *)((char *)p + 4) = 1; // BUG
#endif
#ifdef SAME
    p->second = p->second; // BUG
#endif
#ifdef OWN
    int x[2];
    int *heap = malloc(sizeof *heap);
    x[both] = 1;
    if (heap)
        *heap = x[both];
    free(heap);
#endif
#ifdef FREED
    free(p); // BUG
#endif
#ifdef COPY
    struct pair other = {3, 4};
    *p = other; // BUG
#endif
#ifdef FILL
    memset(p, 0, sizeof *p); // BUG
#endif
#ifdef LIBRARY
    strcpy((char *)p, "abcd"); // BUG
#endif
#ifdef EARLY
    for (int i = 0; i < 3; i++) {
        if (i == 1)
            break;
        if (both) {
            p->second = 1; // BUG
            return;
        }
    }
#endif
#ifdef CALLED
    indirect(&p->second);
#endif
#ifdef POINTER
    void (*f)(int *) = indirect;
    f(&p->second);
#endif
#ifdef ATOMIC
    __atomic_fetch_add(&p->second, 1, __ATOMIC_SEQ_CST); // BUG
#endif
#ifdef UNCONDITIONAL
    if (q)
        *q = 1; // BUG
#endif
    if (q && both) {
        q[0] = 5;
#ifdef BEHIND
        q[1] = 6; // BUG
#endif
    }
}
void whole(char *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, 5))
    __CPROVER_assigns(__CPROVER_object_whole(p + 2))
{
    p[0] = p[4] = 1;
}
void from(char *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, 5))
    __CPROVER_assigns(__CPROVER_object_from(p + 2))
{
    p[AT] = p[4] = 1; // BUG
}
void upto(char *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, 9))
    __CPROVER_assigns(__CPROVER_object_upto(p + 1, 4), __CPROVER_typed_target(p[8]))
{
    p[1] = p[LAST] = p[8] = 1; // BUG
}
void none(int *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
{
    *p = 1; // BUG
}
void release(char *p, char *q, _Bool both)
    __CPROVER_requires(__CPROVER_is_fresh(p, 3) && __CPROVER_is_fresh(q, 3))
    __CPROVER_assigns(__CPROVER_object_whole(p))
    __CPROVER_frees(p; both: q)
    __CPROVER_ensures(__CPROVER_was_freed(p) && (both ==> __CPROVER_was_freed(q)) && !__CPROVER_was_freed(NULL))
    __CPROVER_ensures(both || __CPROVER_is_freeable(q))
{
    p[2] = 1;
    free(p);
#ifdef AGAIN
    p[1] = 0; // BUG
#endif
#ifndef ALWAYS
    if (both)
#endif
        free(q); // BUG
}
char *grow(char *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, 3))
{
    return realloc(p, 4); // BUG
}
