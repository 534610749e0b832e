// A recursion over an array through a pointer: all accesses are valid, and the array is not changed.
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned largest(const unsigned char *from, unsigned n) {
    if (n == 0) return 0;
    unsigned rest = largest(from, n - 1);
    return from[n - 1] > rest ? from[n - 1] : rest;
}
int main(void) {
    static unsigned char a[1000];
    unsigned n = __VERIFIER_nondet_uint();
    a[3] = 9;
    if (n <= 1000 && largest(a, n) > 255) reach_error();
    if (a[3] != 9) reach_error();
}
