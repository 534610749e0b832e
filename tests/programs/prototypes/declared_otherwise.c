// A declaration inside of a function that is not the definition's.
// expect: FALSE(call-mismatch)
int call(void) {
    extern int twice(long, long) __asm__("twice");
    return twice(1, 2); // BUG
}
int main(void) { return call(); }
int twice_of(int x) __asm__("twice");
int twice_of(int x) { return 2 * x; }
