// Vectors and the preconditions of their functions.
// flags: --bound 10 --check default,memcleanup
// expect: TRUE
// flags: --bound 10 -D BUG=1
// expect: FALSE(assert)
// flags: --bound 10 -D BUG=2
// expect: FALSE(use-after-free)
#include <cassert>
#include <vector>
extern "C" int __VERIFIER_nondet_int(void);
int main() {
    std::vector<int> v;
    for (int i = 0; i < 5; i++) v.push_back(__VERIFIER_nondet_int());
    std::vector<int> w(v);
    w.insert(w.begin(), 7);
    w.erase(w.begin() + 1);
    assert(w.size() == 5 && w[0] == 7 && w[4] == v[4]);
#if BUG == 1
    w[5] = 1;
#elif BUG == 2
    int &first = v.front();
    for (int i = 0; i < 4; i++) v.push_back(i);
    first = 1;
#endif
}
