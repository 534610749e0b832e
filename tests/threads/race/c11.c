// Threads of C11.
// flags: --check race
// expect: FALSE(race)
#include <threads.h>
static int x;
static int add(void *own) {
    x++; // BUG
    return own != 0;
}
int main(void) {
    thrd_t a;
    thrd_create(&a, add, 0);
    x++; // BUG
    thrd_join(a, 0);
    return 0;
}
