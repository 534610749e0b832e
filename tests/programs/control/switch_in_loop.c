// A small state machine: accepts "ab*c".
// flags: --bound 6
// expect: FALSE(assert)
#include <assert.h>
char __VERIFIER_nondet_char(void);
int main(void) {
    int state = 0, length = 0;
    for (int i = 0; i < 4; i++) {
        char c = __VERIFIER_nondet_char();
        switch (state) {
        case 0: state = c == 'a' ? 1 : 3; break;
        case 1: state = c == 'b' ? 1 : c == 'c' ? 2 : 3; break;
        default: state = 3;
        }
        length++;
        if (state == 2)
            break;
    }
    assert(state != 2 || length != 4); // BUG
    return 0;
}
