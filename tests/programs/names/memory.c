// SV-COMP's function that makes bytes any ones.
// flags: -D VALUE=0
// expect: FALSE(assert)
// flags: -D VALUE=3
// expect: FALSE(assert)
typedef __SIZE_TYPE__ size_t;
void __VERIFIER_nondet_memory(void *, size_t);
extern void __VERIFIER_assert(int);
int main(void) {
    int x[2] = {1, 5};
    __VERIFIER_nondet_memory(x, sizeof x[0]);
    __VERIFIER_assert(x[0] != VALUE || x[1] != 5); // BUG
    return 0;
}
