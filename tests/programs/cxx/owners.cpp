// Owners of a tree, and an observer that outlives it.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <memory>
#include <vector>
extern "C" int __VERIFIER_nondet_int();
struct Node {
    std::weak_ptr<Node> parent;
    std::vector<std::shared_ptr<Node>> children;
    static int alive;
    Node() { alive++; }
    ~Node() { alive--; }
};
int Node::alive = 0;
int main() {
    int count = __VERIFIER_nondet_int() & 3;
    std::weak_ptr<Node> observer;
    {
        auto root = std::make_shared<Node>();
        for (int i = 0; i < count; i++) {
            root->children.push_back(std::make_shared<Node>());
            root->children.back()->parent = root;
        }
        observer = root;
        assert(observer.use_count() == 1 && Node::alive == 1 + count);
        std::unique_ptr<Node> other(new Node);
        std::unique_ptr<Node> moved = std::move(other);
        assert(!other && moved);
    }
    assert(observer.expired() && Node::alive == 0);
#ifdef FAIL
    assert(count < 3); // BUG
#endif
}
