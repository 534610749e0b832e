// expect: FALSE(array-bounds|invalid-read)
int table[8];
int __VERIFIER_nondet_int(void);
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 8)
        return 0;
    return table[i]; // BUG
}
