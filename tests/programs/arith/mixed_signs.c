// expect: TRUE
#include <assert.h>
int main(void) {
    int m = -1;
    unsigned one = 1;
    assert(m > (int)one == 0);
    assert((unsigned)m > one);
    long long w = -1;
    assert(w < one);
    unsigned char c = 200, d = 100;
    assert(c + d == 300);
    assert((unsigned char)(c + d) == 44);
    assert((signed char)200 == -56);
    assert((_Bool)256 == 1);
    assert((int)3000000000u == -1294967296);
    assert(sizeof(int) > (unsigned long)-1 == 0);
    return 0;
}
