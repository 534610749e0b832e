// Numbers that memory holds as pointers to a device, and pointers to it as numbers.
// flags: --region 0x2000:0x10=memory --region 0x8000:0x10=memory
// expect: TRUE
// flags: --region 0x2000:0x10=memory --region 0x8000:0x10=memory -D WRONG=1
// expect: FALSE(assert)
#include <stdint.h>
#include <string.h>
#ifndef WRONG
#define WRONG 0
#endif
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
union word {
    uintptr_t number;
    int *pointer;
};
int main(void) {
    union word w;
    w.number = 0x2004;
    *w.pointer = 4;
    w.pointer++;
    __VERIFIER_assert(w.number == 0x2008);
    *w.pointer = 8;
    uintptr_t numbers[2] = {0x2004, 0x8008};
    int i = __VERIFIER_nondet_int() != 0;
    *(int *)numbers[i] = 5;
    __VERIFIER_assert(i ? *(int *)0x8008 == 5 : *(int *)0x2004 == 5);
    __VERIFIER_assert(*(int *)0x2008 == 8 + WRONG); // BUG
    int *p = (int *)(0x2000 + 0x6000 * (uintptr_t)i);
    *p = 6;
    __VERIFIER_assert((char *)p - (char *)0 == (i ? 0x8000 : 0x2000));
    return 0;
}
