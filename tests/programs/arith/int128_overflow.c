// expect: FALSE(signed-overflow)
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    __int128 a = (__int128)1 << 120;
    __int128 b = a * __VERIFIER_nondet_uchar(); // BUG
    return b == 1;
}
