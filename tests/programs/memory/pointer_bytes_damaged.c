// expect: FALSE(invalid-read|null-dereference|use-after-return|use-after-free)
int main(void) {
    int x = 7;
    int *p = &x;
    unsigned char *b = (unsigned char *)&p;
    b[7] ^= 0x40;
    return *p; // BUG
}
