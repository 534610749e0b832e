// A queue, a stack and a heap get the same numbers.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <deque>
#include <queue>
#include <stack>
extern "C" int __VERIFIER_nondet_int();
int main() {
    std::queue<int> queue;
    std::stack<int> stack;
    std::priority_queue<int> heap;
    std::deque<int> all;
    for (int i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_int();
        queue.push(x), stack.push(x), heap.push(x), all.push_front(x);
    }
    assert(stack.top() == all.front() && queue.front() == all.back());
    int most = heap.top();
    for (int x : all) assert(x <= most);
    heap.pop();
    assert(heap.top() <= most);
#ifdef FAIL
    assert(heap.top() != stack.top()); // BUG
#endif
}
