// The result of a function is wanted as another type, or none is there. A result that nobody uses does not matter.
// flags: -DKIND=1
// expect: FALSE(call-mismatch)
// flags: -DKIND=2
// expect: FALSE(call-mismatch)
// flags: -DKIND=3
// expect: TRUE
static float third(void) { return 1.0f / 3; }
static void nothing(void) {}
int main(void) {
#if KIND == 1
    int (*number)(void) = (int (*)(void))third;
    return number() == 1; // BUG
#elif KIND == 2
    int (*number)(void) = (int (*)(void))nothing;
    return number() == 1; // BUG
#else
    int (*number)(void) = (int (*)(void))nothing;
    number();
    return 0;
#endif
}
