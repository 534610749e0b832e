// expect: FALSE(invalid-write|array-bounds)
// flags: --memory flat
// expect: FALSE(invalid-write|array-bounds)

extern int a[];

int main(void) {
    int *p = a;
    p[-1] = 1; // BUG
    return 0;
}
