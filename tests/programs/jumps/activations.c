// Activations of one function, each with a place of its own; jumps out of a function that the library calls.
// flags: --bound 6
// expect: TRUE
// flags: --bound 6 -DFAIL
// expect: FALSE(assert)
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf places[3];
static int landed = -1;
static void down(int n, int to) {
    int own = n;
    if (setjmp(places[n]) != 0) {
        assert(own == n && n == to);
        landed = n;
        return;
    }
    if (n < 2) down(n + 1, to);
    else longjmp(places[to], 1);
    assert(landed == to && n < to);
}
static jmp_buf sorting;
static int compare(const void *a, const void *b) {
    if (*(const int *)a == 7 || *(const int *)b == 7) longjmp(sorting, 7);
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int to = __VERIFIER_nondet_int();
    if (to < 0 || to > 2) return 0;
    down(0, to);
    assert(landed == to);
    int numbers[3] = { 3, to == 1 ? 7 : 2, 1 };
    jmp_buf place;
    int found = setjmp(place);
    memcpy(sorting, place, sizeof place);
    if (found == 0) qsort(numbers, 3, sizeof numbers[0], compare);
    assert((found == 7) == (to == 1));
#ifdef FAIL
    assert(!found); // BUG
#endif
    return 0;
}
