// flags: -DLIMIT=10 -I include
// expect: TRUE
// flags: -DLIMIT=11 -I include
// expect: FALSE(array-bounds|invalid-write)
#include "macros.h"
int main(void) {
    int a[SIZE];
    for (int i = 0; i < LIMIT; i++)
        a[i] = i; // BUG
    return a[0];
}
