// An object has at most PTRDIFF_MAX bytes, or as many as an option says: what asks for more gets a null pointer.
// expect: TRUE
// flags: -m32
// expect: TRUE
// flags: -D SMALL --max-object 100
// expect: TRUE
// flags: -D SMALL --max-object 101
// expect: FALSE(reach-error)
// flags: -D NEGATIVE
// expect: TRUE
// flags: -D NEGATIVE --memory flat
// expect: TRUE
// flags: -D FAILING --malloc-may-fail
// expect: FALSE(reach-error)
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
#if defined SMALL
    char *p = malloc(101);
    if (p) reach_error(); // BUG
    if (calloc(51, 2)) reach_error();
    if (!calloc(50, 2)) reach_error();
#elif defined NEGATIVE
    int n = __VERIFIER_nondet_int();
    char *p = malloc(n);
    if (!p) return 0;
    if (n < 0) reach_error();
#elif defined FAILING
    // The objects of the allocations that succeed are told apart.
    int *last = 0, count = 0;
    for (int i = 0; i < 4; i++) {
        int *p = malloc(sizeof *p);
        if (!p) continue;
        if (*p == i && last && *last == 5) count++;
        last = p;
    }
    if (count == 2) reach_error(); // BUG
#else
    errno = 0;
    if (malloc((size_t)PTRDIFF_MAX + 1) || errno != ENOMEM) reach_error();
    if (malloc(SIZE_MAX) || calloc(SIZE_MAX / 2, 3) || calloc(SIZE_MAX / 2, 2)) reach_error();
    char *p = malloc(10);
    p[9] = 4;
    char *q = realloc(p, (size_t)-10);
    if (q || p[9] != 4) reach_error();
    if (reallocarray(p, SIZE_MAX / 4, 8)) reach_error();
    free(p);
#endif
    return 0;
}
