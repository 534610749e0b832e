// With exceptions, too, in the order of destructors.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
static int order[8], count;
static void note(int *x) { order[count++] = *x; }
struct T { int v; ~T() { order[count++] = v; } };
static void f(int n) {
    __attribute__((cleanup(note))) int a = 1;
    T t{2};
    __attribute__((cleanup(note))) int b = 3;
    if (n) throw n;
}
int main() {
    try { f(5); assert(0); } catch (int n) { assert(n == 5); }
    assert(count == 3 && order[0] == 3 && order[1] == 2 && order[2] == 1);
#ifdef WRONG
    assert(order[0] == 1); // BUG
#endif
}
