// expect: FALSE(use-after-return)
static int *kept;
static void remember(void) {
    int local = 3;
    kept = &local;
}
static void other(void) {
    int local = 4;
    (void)local;
}
int main(void) {
    remember();
    other();
    *kept = 5; // BUG
    return 0;
}
