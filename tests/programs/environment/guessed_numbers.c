// Numbers that are read from strings, printed to them, and powers, of what depends on inputs: a claim about what the library promises
// is proven, and a violation counts only in a run that computes the number.
// flags: -D READ
// expect: TRUE
// flags: -D READ -D INTEGER
// expect: FALSE(assert)
// flags: -D READ -D FRACTION --engine bmc
// expect: UNKNOWN(unsupported: the exact value of a number that depends on inputs)
// flags: -D SCAN
// expect: TRUE
// flags: --bound 20 -D PRINT
// expect: TRUE
// flags: --bound 20 -D PRINT -D WRONG
// expect: UNKNOWN(unsupported: the exact value of a number that depends on inputs)
// flags: -D POWER
// expect: TRUE
// flags: -D POWER -D CUBE
// expect: UNKNOWN(unsupported: the exact value of a number that depends on inputs)
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
#if defined READ
    char s[5] = {0}, *end;
    for (int i = 0; i < 4; i++) s[i] = __VERIFIER_nondet_char();
    double number = strtod(s, &end);
    assert(end >= s && end <= s + 4);
    if (end == s) assert(number == 0);
    if (s[0] == '7' && s[1] == '.' && s[2] >= '0' && s[2] <= '9' && s[3] == 0) assert(number >= 7 && number <= 8);
    if (s[0] == '1' && s[1] == 'e' && s[2] == '5' && s[3] == 0) assert(number >= 1 && end == s + 3);
#ifdef INTEGER
    assert(number != 4711); // BUG
#elif defined FRACTION
    assert(number != 0.5);
#endif
#elif defined SCAN
    char s[4] = {0};
    for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();
    float number = -1;
    int read = sscanf(s, "%f", &number);
    assert(read == 1 || number == -1);
    if (read == 1 && s[0] == '2' && s[1] == '.') assert(number >= 2 && number <= 3);
#elif defined PRINT
    char s[26];
    double number = __VERIFIER_nondet_double();
    int length = snprintf(s, sizeof s, "%1.5g", number);
    assert(length >= 1 && length <= 12);
    if (number >= 0 && !signbit(number)) assert(s[0] != '-');
#ifdef WRONG
    assert(strcmp(s, "0.5") != 0);
#endif
#elif defined POWER
    double number = __VERIFIER_nondet_double();
    if (number > 1) assert(pow(number, 2.5) >= 1 && pow(number, -1) <= 1);
    if (number < 0 && number >= -1e9) assert(pow(number, 3) <= 0);
#ifdef CUBE
    assert(pow(number, 3) != 8);
#endif
#endif
    return 0;
}
