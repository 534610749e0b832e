// What is passed by value is copied; where the call is interrupted the first copy is none.
// flags: --check leak
// expect: FALSE(memory-leak)
#include <stdlib.h>
struct large {
    int *p, more[6];
};
static struct large shared;
static int sum;
__attribute__((noinline)) static void use(struct large a, struct large b) { sum = a.more[0] + b.more[0]; }
__attribute__((noinline)) static void make(void) {
    struct large own = {malloc(4), {0}}; // BUG
    sum = 1;
    use(own, shared);
}
int main(void) {
    make();
    return 0;
}
