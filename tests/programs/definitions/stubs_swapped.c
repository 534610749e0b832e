// Stubs count at once: two functions change places, and a stub's own calls go where they went.
// flags: --stub one=two --stub two=one -D FIRST=2 -D SECOND=1 -D THIRD=21
// expect: TRUE
// flags: --stub one=two --stub two=three -D FIRST=2 -D SECOND=30 -D THIRD=32
// expect: TRUE
// flags: --stub stubs_swapped.c:one=two --stub two=stubs_swapped.c:hidden -D FIRST=2 -D SECOND=4 -D THIRD=6
// expect: TRUE
// flags: --stub one=two --stub two=one -D FIRST=1 -D SECOND=2 -D THIRD=12
// expect: FALSE(assert)
// flags: --stub one=one
// expect: ERROR(--stub: function `one` would be called instead of itself)
// flags: --stub one=stubs_swapped.c:one
// expect: ERROR(--stub: function `one` would be called instead of itself)
extern void __VERIFIER_assert(int);
#ifndef FIRST
#define FIRST 1
#define SECOND 2
#define THIRD 12
#endif
int one(void) { return 1; }
int two(void) { return 2; }
int three(void) { return 30; }
static int hidden(void) { return 4; }
int both(void) { return one() * (SECOND < 3 ? 10 : 1) + two(); }
int main(void) {
    __VERIFIER_assert(one() == FIRST && two() == SECOND && both() == THIRD); // BUG
    return hidden() - 4;
}
