// expect: FALSE(use-after-return)
#include <alloca.h>
static char *make(void) {
    char *p = alloca(4);
    p[0] = 1;
    return p;
}
int main(void) {
    char *p = make();
    return p[0]; // BUG
}
