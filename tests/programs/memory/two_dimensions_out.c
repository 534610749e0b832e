// Row 3 of three; the column is fine.
// expect: FALSE(array-bounds|invalid-read)
unsigned __VERIFIER_nondet_uint(void);
int m[3][4];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 3)
        return 0;
    return m[i][1]; // BUG
}
