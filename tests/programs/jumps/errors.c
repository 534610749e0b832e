// A parser that leaves its recursion by a jump where the input is wrong.
// flags: --bound 6
// expect: TRUE
// flags: --bound 6 -DFAIL
// expect: FALSE(assert)
#include <assert.h>
#include <setjmp.h>
extern char __VERIFIER_nondet_char(void);
static jmp_buf wrong;
static char text[4];
static int at, depth;
static void expression(void) {
    depth++;
    if (text[at] == '(') {
        at++;
        expression();
        if (text[at] != ')') longjmp(wrong, at + 1);
        at++;
    } else if (text[at] != 'x') {
        longjmp(wrong, at + 1);
    } else {
        at++;
    }
    depth--;
}
int main(void) {
    for (int i = 0; i < 3; i++) text[i] = __VERIFIER_nondet_char();
    int place = setjmp(wrong);
    if (place == 0) {
        expression();
        assert(depth == 0);
        assert(text[0] == 'x' || (text[0] == '(' && text[1] == 'x' && text[2] == ')'));
    } else {
        assert(place == at + 1 && depth > 0);
#ifdef FAIL
        assert(place != 2); // BUG
#endif
    }
    return 0;
}
