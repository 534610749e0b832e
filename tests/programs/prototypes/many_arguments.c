// A pointer type that passes more arguments than the function takes.
// expect: FALSE(call-mismatch)
// flags: --check default,-calls
// expect: TRUE
static int negate(int a) { return -a; }
int main(void) {
    int (*two)(int, int) = (int (*)(int, int))negate;
    return two(3, 4) == 4; // BUG
}
