// The definition of an input that overrides wins.
// with: overridden_project.c
// flags: -D DEFINED
// expect: ERROR(twice)
// flags: --override overridden_stub.c
// expect: TRUE
// flags: --override overridden_stub.c -D DEFINED
// expect: TRUE
// flags: --override overridden_stub.c -D WANTED=2
// expect: FALSE(assert)
// flags: --override overridden_stub.c --override overridden_other.c
// expect: TRUE
// flags: --override overridden_other.c --override overridden_stub.c -D WANTED=5
// expect: FALSE(assert)
#ifndef WANTED
#define WANTED 5
#endif
extern void __VERIFIER_assert(int);
int twice(int);
int four_times(int);
#ifdef DEFINED
int twice(int x) { return 2 * x + 1; }
#endif
int main(void) {
    __VERIFIER_assert(twice(1) == WANTED && four_times(1) == 5); // BUG
    return 0;
}
