// A variable dies with its block.
// expect: FALSE(use-after-return)
int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
    }
    return *p; // BUG
}
