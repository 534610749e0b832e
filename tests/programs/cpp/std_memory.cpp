// Smart pointers free what they own, once.
// flags: --check default,memcleanup
// expect: TRUE
// flags: --check default,memcleanup -D CYCLE
// expect: FALSE(memory-not-freed)
#include <cassert>
#include <memory>
struct Node {
    static int live;
    std::shared_ptr<Node> next;
    Node() { live++; }
    ~Node() { live--; }
};
int Node::live;
int main() {
    {
        std::unique_ptr<Node> p(new Node);
        auto q = std::move(p);
        assert(!p && q && Node::live == 1);
        auto a = std::make_shared<Node>(), b = std::make_shared<Node>();
        a->next = b;
        assert(b.use_count() == 2 && Node::live == 3);
#ifdef CYCLE
        b->next = a;
#endif
    }
#ifndef CYCLE
    assert(Node::live == 0);
#endif
}
