// expect: TRUE
typedef __SIZE_TYPE__ size_t;
void __VERIFIER_nondet_memory(void *, size_t);
extern void __VERIFIER_assert(int);
int main(void) {
    unsigned char x[2] = {1, 5};
    __VERIFIER_nondet_memory(x, 1);
    __VERIFIER_nondet_memory(0, 0);
    __VERIFIER_assert(x[0] < 256 && x[1] == 5);
    return 0;
}
