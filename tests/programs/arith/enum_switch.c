// expect: TRUE
#include <assert.h>
enum color { RED, GREEN = 5, BLUE };
int __VERIFIER_nondet_int(void);
static int code(enum color c) {
    switch (c) {
    case RED: return 10;
    case GREEN: return 20;
    case BLUE: return 30;
    }
    return -1;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(code(n == 1 ? RED : n == 2 ? GREEN : BLUE) % 10 == 0);
    assert(BLUE == 6);
    return 0;
}
