// The size of an access that was never set.
// flags: --check assert,memory
// expect: FALSE|UNKNOWN
#include <string.h>
int main(void) {
    char a[4] = "abc", *p;
    volatile unsigned long size;
    unsigned long n = size;
    char b[4];
    memcpy(b, a, n);
    p = b;
    return *p;
}
