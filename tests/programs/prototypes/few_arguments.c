// A pointer type that passes fewer arguments than the function takes.
// expect: FALSE(call-mismatch)
// flags: -m32
// expect: FALSE(call-mismatch)
// flags: --check default,-calls,-overflow
// expect: TRUE
static int add(int a, int b) { return a + b; }
int main(void) {
    int (*one)(int) = (int (*)(int))add;
    return one(3) == 4; // BUG
}
