// A comparison that throws out of the C library's qsort.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <cstdlib>
extern "C" int __VERIFIER_nondet_int();
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x == y) throw "equal";
    return x < y ? -1 : 1;
}
int main() {
    int v[3] = {__VERIFIER_nondet_int(), 2, 1};
    const int x = v[0];
    bool equal = false;
    try {
        std::qsort(v, 3, sizeof *v, compare);
    } catch (const char *) {
        equal = true;
    }
    assert(equal ? x == 1 || x == 2 : v[0] < v[1] && v[1] < v[2]);
#ifdef FAIL
    assert(!equal); // BUG
#endif
}
