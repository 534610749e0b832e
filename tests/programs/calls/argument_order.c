// Two calls of one function are told apart.
// expect: FALSE(division-by-zero)
static int g(int x) { return 10 / x; } // BUG
int main(void) {
    g(4);
    return g(0);
}
