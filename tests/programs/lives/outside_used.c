// What a pointer from outside of the program leads to is not known: an undefined function's result, a declared object's
// content, an argument of the entry function, however it was passed on and changed.
// flags: --entry read
// expect: UNKNOWN(unsupported: the result of the undefined function any)
// flags: --entry read_before
// expect: UNKNOWN(unsupported: the result of the undefined function any)
// flags: --entry released
// expect: UNKNOWN(unsupported: the result of the undefined function any)
// flags: --entry resized
// expect: UNKNOWN(unsupported: the result of the undefined function any)
// flags: --entry filled
// expect: UNKNOWN(unsupported: the result of the undefined function any)
// flags: --entry copied --memory flat
// expect: UNKNOWN(unsupported: the result of the undefined function any)
// flags: --entry member
// expect: UNKNOWN(unsupported: the result of the undefined function pair)
// flags: --entry untagged
// expect: UNKNOWN(unsupported: contents of the declared-only object declared)
// flags: --entry untagged --memory flat
// expect: UNKNOWN(unsupported: contents of the declared-only object declared)|UNKNOWN(unsupported: where objects lie in memory)
// flags: --entry chosen
// expect: UNKNOWN(unsupported: contents of the declared-only object declared)
// flags: --entry chosen --memory flat
// expect: UNKNOWN(unsupported: contents of the declared-only object declared)
// flags: --entry looked_up --memory flat
// expect: UNKNOWN(unsupported: contents of the declared-only object table)
// flags: --entry by_bytes
// expect: UNKNOWN(unsupported: contents of the declared-only object table)
// flags: --entry by_bytes --memory flat
// expect: UNKNOWN(unsupported: contents of the declared-only object table)
// flags: --entry by_bytes_untagged
// expect: UNKNOWN(unsupported: contents of the declared-only object declared)|UNKNOWN(unsupported: where objects lie in memory)
// flags: --entry by_bytes_untagged --memory flat
// expect: UNKNOWN(unsupported: contents of the declared-only object declared)|UNKNOWN(unsupported: where objects lie in memory)
// flags: --entry given
// expect: UNKNOWN(unsupported: argument 2 of given)
// flags: --entry passed_on
// expect: UNKNOWN(unsupported: call of the undefined function use)
// flags: --entry overwritten
// expect: TRUE
// flags: --entry overwritten --memory flat
// expect: TRUE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct pair {
    char *p;
    long n;
};
char *any(void);
struct pair pair(void);
void use(char *);
unsigned __VERIFIER_nondet_uint(void);
extern char *declared, *table[4];
char own[8];

int read(void) { char *p = any(); return p ? p[1 << 20] : 0; }
int read_before(void) { char *p = any(); return p ? p[-1] : 0; }
void released(void) { free(any()); }
void resized(void) { free(realloc(any(), 8)); }
void filled(void) { char *p = any(); if (p) memset(p, 0, 8); }
void copied(void) { char *p = any(); if (p) memcpy(own, p, 4); }
int member(void) { struct pair x = pair(); return x.p ? *x.p : 0; }
int untagged(void) { return *(char *)((uintptr_t)declared & ~(uintptr_t)7); }
int chosen(void) {
    char *all[4] = {own, own, own, own};
    all[__VERIFIER_nondet_uint() % 4] = declared;
    return *all[__VERIFIER_nondet_uint() % 4];
}
int looked_up(void) { return *table[__VERIFIER_nondet_uint() % 4]; }
int by_bytes(void) {
    char *p, *from = (char *)&table[__VERIFIER_nondet_uint() % 4];
    for (int i = 0; i < sizeof p; i++)
        ((char *)&p)[i] = from[i];
    return *p;
}
int by_bytes_untagged(void) {
    char *p, *from = (char *)&declared;
    for (int i = 0; i < sizeof p; i++)
        ((char *)&p)[i] = from[i];
    return *(char *)((uintptr_t)p & ~(uintptr_t)7);
}
void given(int *unused, char *p) { free(p); }
void passed_on(void) { use(any()); }
int overwritten(void) {
    declared = own;
    table[2] = declared;
    return *declared + *table[2];
}
