// flags: --check uninit
// expect: FALSE(uninitialised)
// stdout: ; read from &s.b
struct pair { int a, b; };
int main(void) {
    struct pair s;
    s.a = 1;
    if (s.a + s.b > 3) // BUG
        return 1;
    return 0;
}
