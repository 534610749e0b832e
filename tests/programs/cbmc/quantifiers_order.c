// One number stands for all of a long range, also where the range stands behind what it protects.
// expect: TRUE
// flags: -D WRONG
// expect: FALSE(assert)
int a[1000];
int main(void) {
    int n = 1000;
#ifdef WRONG
    a[5] = 1;
#endif
    __CPROVER_assert(__CPROVER_forall { int i; a[i] == 0 || i < 0 || i >= n }, "zeros"); // BUG
}
