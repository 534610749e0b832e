// expect: TRUE
// flags: -DTRAP
// expect: FALSE(trap)
// flags: -DUNREACH
// expect: FALSE(unreachable)
// flags: -DDEBUGTRAP
// expect: FALSE(trap)
// flags: -DLJ
// expect: UNKNOWN(unsupported: intrinsic llvm.eh.sjlj.setjmp|unsupported: where objects lie in memory decides)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    switch (n & 3) {
    case 0: case 1: case 2: case 3: break;
    default: __builtin_unreachable();
    }
    if (n > 5) {
#ifdef TRAP
      __builtin_trap(); // BUG
#elif defined UNREACH
      __builtin_unreachable(); // BUG
#elif defined DEBUGTRAP
      __builtin_debugtrap(); // BUG
#elif defined LJ
     void *b[5]; if (__builtin_setjmp(b)==0) __builtin_longjmp(b, 1);
#endif
    }
    return 0;
}
