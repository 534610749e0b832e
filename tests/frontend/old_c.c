// args: -m32
// What competitions' preprocessed programs rely on: implicit declarations, inline functions without another
// definition, missing results.
inline int twice(int x) { return 2 * x; }
missing();
old(a, b) char b; { return a + b; }
int noresult(int x) { if (x) return 1; }
main() {
    int *p = malloc(4);
    long size = sizeof(long) + sizeof p;
    p = 5;
    __builtin_memset(p, 0, 4);
    return twice(size) + undeclared(p) + missing(1) + old(1, 2) + noresult(0);
}
