// A jump calls no destructor; exceptions are thrown, caught and jumped over in between.
// flags: --bound 4
// expect: TRUE
// flags: --bound 4 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <csetjmp>
extern "C" int __VERIFIER_nondet_int();
static std::jmp_buf place;
static int destroyed;
struct noisy { ~noisy() { destroyed++; } };
struct quiet { int n; };
static void leave(int n) {
    if (n == 1) throw quiet{n};
    if (n == 2) std::longjmp(place, 2);
}
static int guarded(int n) {
    noisy own;
    try { leave(n); } catch (const quiet &q) { return q.n + 10; }
    return n;
}
int main() {
    volatile int n = __VERIFIER_nondet_int();
    volatile int result = -1;
    int jumped = setjmp(place);
    if (jumped == 0) result = guarded(n);
    assert((jumped == 2) == (n == 2));
    assert(destroyed == (n == 2 ? 0 : 1));
    assert(result == (n == 1 ? 11 : n == 2 ? -1 : n));
#ifdef FAIL
    assert(destroyed); // BUG
#endif
    return 0;
}
