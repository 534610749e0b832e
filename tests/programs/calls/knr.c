// Old-style definitions and calls without a prototype.
// flags: -std=gnu89
// expect: TRUE
extern void reach_error();
int add(a, b) int a, b; { return a + b; }
int main() {
    int (*f)() = add;
    if (f(2, 3) != 5 || later(4) != 8)
        reach_error();
    return 0;
}
int later(x) int x; { return 2 * x; }
