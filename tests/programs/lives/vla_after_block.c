// expect: FALSE(use-after-return)
// flags: --memory flat
// expect: FALSE(use-after-return)
// flags: -m32
// expect: FALSE(use-after-return)
// flags: --check memory
// expect: FALSE(use-after-return)
// flags: -m32 --check memory
// expect: FALSE(use-after-return)

int main(void) {
    int n = 3;
    int *p;
    {
        int a[n];
        p = a;
        a[0] = 1;
    }
    return *p; // BUG
}
