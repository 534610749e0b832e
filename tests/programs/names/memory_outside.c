// expect: FALSE(invalid-write)
typedef __SIZE_TYPE__ size_t;
void __VERIFIER_nondet_memory(void *, size_t);
int main(void) {
    unsigned char x[2] = {1, 5};
    __VERIFIER_nondet_memory(x, 3); // BUG
    return 0;
}
