// Checked variants of functions, and numbers in ranges.
// expect: TRUE
// flags: -D CLAIM=1
// expect: FALSE(invalid-write)
// flags: -D CLAIM=2
// expect: FALSE(invalid-write)
// flags: -D CLAIM=3
// expect: FALSE(invalid-write)
// flags: -D CLAIM=4
// expect: FALSE(assert)
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef CLAIM
#define CLAIM 0
#endif
extern size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
extern ssize_t __read_chk(int, void *, size_t, size_t);
extern char *__stpncpy_chk(char *, const char *, size_t, size_t);
extern void __explicit_bzero_chk(void *, size_t, size_t);
extern int __asprintf_chk(char **, int, const char *, ...);
extern double drand48(void);
int main(void) {
    char b[8], *p;
    size_t n = __fread_chk(b, 8, 1, 8, stdin);
    assert(n <= 8 && __read_chk(0, b, 8, 8) <= 8);
    assert(__stpncpy_chk(b, "ab", 8, 8) == b + 2 && b[7] == 0);
    __explicit_bzero_chk(b, 8, 8);
    assert(b[0] == 0);
    int length = __asprintf_chk(&p, 1, "%d", 42);
    if (length >= 0) {
        assert(length == 2 && p[0] == '4');
        free(p);
    }
    double whole, any = drand48();
    assert(modf(-2.5, &whole) == -0.5 && whole == -2 && any >= 0 && any < 1);
#if CLAIM == 1
    __fread_chk(b, 8, 3, 3, stdin); // BUG
#elif CLAIM == 2
    __read_chk(0, b, 9, 8); // BUG
#elif CLAIM == 3
    __explicit_bzero_chk(b, 9, 8); // BUG
#elif CLAIM == 4
    assert(any != 0.5); // BUG
#endif
    return 0;
}
