// expect: FALSE(assert)
#include <cassert>
extern "C" int __VERIFIER_nondet_int(void);
template <class T, int N> struct Stack {
    T items[N];
    int size = 0;
    bool push(T v) {
        if (size > N - 1)
            return false;
        items[size++] = v;
        return true;
    }
};
template <class T> T smallest(T a, T b) { return b < a ? b : a; }
int main() {
    Stack<int, 2> s;
    s.push(4);
    s.push(__VERIFIER_nondet_int());
    assert(!s.push(5));
    auto least = [&] { return smallest(s.items[0], s.items[1]); };
    assert(least() != -3); // BUG
    return 0;
}
