// Floating-point numbers as text are exact where they are the same on all runs.
// expect: TRUE
// flags: -D CLAIM=1
// expect: FALSE(assert)
// flags: -D CLAIM=2
// expect: UNKNOWN(unsupported: a power that is rounded)
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef CLAIM
#define CLAIM 0
#endif
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char text[40];
    int input = __VERIFIER_nondet_int();
    snprintf(text, sizeof text, "%g %.2f %e", 0.1, 2.5, 1e10);
    assert(strcmp(text, "0.1 2.50 1.000000e+10") == 0);
    char *end;
    assert(strtod("  12.5e1x", &end) == 125 && *end == 'x' && atof("0x1p-3") == 0.125);
    float f;
    int n;
    assert(sscanf("3 0.25", "%d %f", &n, &f) == 2 && n == 3 && f == 0.25f);
    assert(pow(2, 10) == 1024 && pow(-3, 3) == -27 && pow(4, -1) == 0.25 && pow(input, 0) == 1);
#if CLAIM == 1
    assert(strtod("0.1", 0) != 0.1); // BUG
#elif CLAIM == 2
    pow(2, 0.5);
#endif
    return 0;
}
