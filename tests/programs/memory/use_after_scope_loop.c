// expect: FALSE(use-after-return)
int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int x[2] = {i, i};
        p = x;
    }
    return p[1]; // BUG
}
