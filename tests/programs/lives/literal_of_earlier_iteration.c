// expect: FALSE(use-after-return)
// flags: --memory flat
// expect: FALSE(use-after-return)

int main(void) {
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        if (p)
            *p = 1; // BUG
        p = &(int){i};
    }
    return 0;
}
