// An interpreter with a table of labels, or of their differences.
// expect: TRUE
// flags: -DDIFF
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
// flags: -DDIFF -DWRONG
// expect: FALSE(assert)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
enum { PUSH, ADD, MUL, JZ, DEC, HALT };
static int interpret(const int *code) {
    static const int table[] = { &&push - &&push, &&add - &&push, &&mul - &&push, &&jz - &&push, &&dec - &&push, &&halt - &&push };
    static void *labels[] = {&&push, &&add, &&mul, &&jz, &&dec, &&halt};
    int stack[8], sp = 0, pc = 0;
#ifdef DIFF
#define NEXT goto *(&&push + table[code[pc++]])
#else
#define NEXT goto *labels[code[pc++]]
#endif
    NEXT;
push: stack[sp++] = code[pc++]; NEXT;
add: sp--; stack[sp - 1] += stack[sp]; NEXT;
mul: sp--; stack[sp - 1] *= stack[sp]; NEXT;
jz: if (stack[sp - 1] == 0) pc = code[pc]; else pc++; NEXT;
dec: stack[sp - 1]--; NEXT;
halt: return stack[sp - 1];
}
int main(void) {
    int p[] = {PUSH, 3, PUSH, 4, ADD, PUSH, 5, MUL, HALT};
    assert(interpret(p) == 35);
    int q[] = {PUSH, 3, JZ, 7, DEC, DEC, DEC, HALT};
    assert(interpret(q) == 0);
    int n = __VERIFIER_nondet_int();
    if (n < -9) return 0;
    int r[] = {PUSH, n, JZ, 5, DEC, HALT};
    int x = interpret(r);
    assert(n == 0 ? x == 0 : n == (-__INT_MAX__ -1) || x == n - 1);
#ifdef WRONG
    assert(x != 41); // BUG
#endif
    return 0;
}
