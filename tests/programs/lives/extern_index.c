// expect: FALSE(invalid-write|array-bounds)
extern long n;
extern char *p;

int main(void) {
    char a[4];
    p = a;
    p[3] = 1;
    p[n] = 1; // BUG
    return 0;
}
