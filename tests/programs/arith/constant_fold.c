// expect: TRUE
#include <assert.h>
int main(void) {
    assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1);
    volatile int a = -7, b = 2;
    assert(a / b == -3 && a % b == -1);
    volatile unsigned char u = 255;
    assert((unsigned char)(u + 1) == 0 && ~u == -256 && -u == -255 && !u == 0);
    volatile long long w = 1LL << 40;
    assert((int)w == 0 && (int)(w >> 20) == 1 << 20);
    return 0;
}
