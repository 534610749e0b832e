// expect: FALSE(use-after-return)
// flags: --memory flat
// expect: FALSE(use-after-return)
// flags: -m32
// expect: FALSE(use-after-return)

int main(void) {
    int *p;
    {
        p = &(int){0};
    }
    *p = 1; // BUG
    return 0;
}
