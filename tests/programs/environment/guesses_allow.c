// The exact number is one of those that a string may be read as of which nothing is known. Its length is known.
// flags: --bound 30 -D TEXT="0.1"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="0.1" -D FLOAT
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="1e22"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="-12.5e-3x"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="1e400"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="1e400" -D FLOAT
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="1e-400"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="4.9e-324"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="4.9e-324" -D FLOAT
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="-Infinity"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="infinit"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="1e+"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="0x.p1"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="0x1.8p3"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="0x1.8p3" -D FLOAT
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="123456789012345678"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="1.7976931348623157e308"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="0x1p-1080"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="-.5"
// expect: FALSE(assert)
// flags: --bound 30 -D TEXT="-12.5e-3x" -D LENGTH=8
// expect: TRUE
// flags: --bound 30 -D TEXT="nan(1_a)b" -D LENGTH=8
// expect: TRUE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
#ifdef FLOAT
typedef float number;
#define READ strtof
#else
typedef double number;
#define READ strtod
#endif
int main(void) {
    char s[sizeof TEXT], *end;
    for (unsigned i = 0; i < sizeof s; i++) {
        s[i] = __VERIFIER_nondet_char();
        if (s[i] != TEXT[i]) return 0;
    }
    errno = 0;
    number any = READ(s, &end);
#ifdef LENGTH
    assert(end - s == LENGTH);
#else
    char *exact_end;
    int range = errno;
    errno = 0;
    number exact = READ(TEXT, &exact_end);
    assert(memcmp(&any, &exact, sizeof any) != 0 || end - s != exact_end - TEXT || range != errno); // BUG
#endif
    return 0;
}
