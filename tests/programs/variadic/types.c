// Arguments that are read as another type than was passed.
// flags: -DPASS=5 -DREAD=double
// expect: FALSE(argument-mismatch)
// flags: -DPASS=5.0 -DREAD=int
// expect: FALSE(argument-mismatch)
// flags: -DPASS=5 -DREAD=long_long
// expect: FALSE(argument-mismatch)
// flags: -DPASS=5LL -DREAD=int
// expect: FALSE(argument-mismatch)
// flags: -DPASS=5 -DREAD=text
// expect: FALSE(argument-mismatch)
// flags: -DPASS=0 -DREAD=text
// expect: FALSE(argument-mismatch)
// flags: -DPASS=&passed -DREAD=long
// expect: FALSE(argument-mismatch)
// flags: -DPASS=5.0 -DREAD=long_double
// expect: FALSE(argument-mismatch)
// flags: -DPASS=5.0 -DREAD=float
// expect: FALSE(argument-mismatch)
// flags: -DPASS=97 -DREAD=char
// expect: FALSE(argument-mismatch)
// flags: -DPASS=5 -DREAD=double -m32
// expect: FALSE(argument-mismatch)
// flags: -DPASS=5.0 -DREAD=int -m32
// expect: FALSE(argument-mismatch)
// flags: -DPASS=&passed -DREAD=long -m32
// expect: FALSE(argument-mismatch)
// flags: -DPASS=5 -DREAD=unsigned
// expect: TRUE
// flags: -DPASS=5L -DREAD=unsigned_long
// expect: TRUE
// flags: -DPASS=5 -DREAD=long -m32
// expect: TRUE
// flags: -DPASS=__func__ -DREAD=address
// expect: TRUE
// flags: -DPASS=(address)0 -DREAD=numbers
// expect: TRUE
// flags: -DPASS=2.5f -DREAD=double
// expect: TRUE
// flags: -DPASS=5 -DREAD=double --check default,-calls,-value
// expect: FALSE(invalid-read)
#include <stdarg.h>
typedef void *address;
typedef long double long_double;
typedef long long long_long;
typedef char *text;
typedef unsigned long unsigned_long;
typedef int *numbers;
static int passed;
static int read_one(int n, ...) {
    va_list ap;
    va_start(ap, n);
    READ value = va_arg(ap, READ); // BUG
    va_end(ap);
    return value != 0;
}
int main(void) { return read_one(1, PASS) == 3; }
