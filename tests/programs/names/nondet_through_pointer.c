// Whatever the name, a function without a body may write through a pointer.
// expect: UNKNOWN(unsupported: call of nondet_fill with a pointer to writable memory at nondet_through_pointer.c:7)
extern void __VERIFIER_assert(int);
int nondet_fill(int *);
int main(void) {
    int x = 0;
    nondet_fill(&x);
    __VERIFIER_assert(x == 0);
    return 0;
}
