// expect: FALSE(use-after-return)
// flags: --memory flat
// expect: FALSE(use-after-return)
// flags: -m32
// expect: FALSE(use-after-return)
// flags: -m32 --memory flat
// expect: FALSE(use-after-return)

int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int a[2];
        if (p)
            *p = 1; // BUG
        p = a;
    }
    return 0;
}
