// A scope guard runs its action in each way out of a function.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <exception>
#include <utility>
extern "C" int __VERIFIER_nondet_int();
template <typename F> class Guard {
    F action;

public:
    explicit Guard(F f) : action(std::move(f)) {}
    ~Guard() { action(); }
};
static int open_files, failures;
static int work(int how) {
    open_files++;
    Guard close([] {
        open_files--;
        if (std::uncaught_exceptions() > 0) failures++;
    });
    if (how == 1) return 1;
    if (how == 2) throw 'x';
    for (int i = 0; i < 3; i++)
        if (how == i + 3) return i;
    return -1;
}
int main() {
    int how = __VERIFIER_nondet_int();
    bool thrown = false;
    try {
        work(how);
    } catch (char c) {
        thrown = c == 'x';
    }
    assert(open_files == 0);
    assert(thrown == (how == 2) && failures == (thrown ? 1 : 0));
#ifdef FAIL
    assert(failures == 0); // BUG
#endif
}
