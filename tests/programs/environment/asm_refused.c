// Assembly of which too little is known.
// flags: --asm any -D WHAT=1
// expect: UNKNOWN
// flags: --asm any -D WHAT=2
// expect: UNKNOWN
// flags: --asm any -D WHAT=3
// expect: UNKNOWN
// flags: --asm any -D WHAT=4
// expect: UNKNOWN
// flags: --asm any -D WHAT=5
// expect: UNKNOWN
// flags: --asm any -D WHAT=6
// expect: TRUE
#include <assert.h>
int main(void) {
    int x = 0;
#if WHAT == 1
    __asm__ volatile("op" : : "r"(&x) : "memory");
#elif WHAT == 2
    __asm__ volatile("int $0x80" : "=a"(x));
#elif WHAT == 3
    __asm__ goto("op %l0" : : : : out);
out:
#elif WHAT == 4
    __asm__ volatile("jmp elsewhere" : "=a"(x));
#elif WHAT == 5
    __asm__ volatile("op");
    __builtin_unreachable();
#else
    if (x)
        __asm__ volatile("op" : : : "memory");
#endif
    assert(x == 0);
    return 0;
}
