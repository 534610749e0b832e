// What libc++ keeps in its shared object: sorting of numbers, sizes of hash tables, counts of std::shared_ptr, strings of numbers.
// flags: -stdlib=libc++ --bound 20
// expect: FALSE(assert)
#include <algorithm>
#include <cassert>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>

extern "C" int __VERIFIER_nondet_int();

static int alive;

struct Node {
    int value;
    std::weak_ptr<Node> parent;
    explicit Node(int v) : value(v) { alive++; }
    ~Node() { alive--; }
};

static void sorts() {
    int values[4];
    for (int &v : values) v = __VERIFIER_nondet_int();
    int last = values[3];
    std::sort(values, values + 4);
    assert(std::is_sorted(values, values + 4));
    assert(std::binary_search(values, values + 4, last));
    double reals[3] = {2.5, -1, 0};
    std::sort(reals, reals + 3);
    assert(reals[0] == -1 && reals[2] == 2.5);
}

static void counts() {
    std::weak_ptr<Node> watched;
    {
        auto parent = std::make_shared<Node>(1);
        std::shared_ptr<Node> child(new Node(2), [](Node *n) { delete n; });
        child->parent = parent;
        watched = parent;
        assert(child->parent.lock()->value == 1 && parent.use_count() == 2 && alive == 2);
    }
    assert(watched.expired() && watched.lock() == nullptr && alive == 0);
}

static void hashes() {
    std::unordered_map<int, int> squares;
    for (int i = 0; i < 14; i++) squares[i] = i * i;
    assert(squares.size() == 14 && squares.at(13) == 169 && squares.bucket_count() >= 14);
    assert(squares.count(14) == 0);
    std::unordered_set<int> none;
    assert(none.find(3) == none.end());
}

int main() {
    sorts();
    counts();
    hashes();
    assert(std::to_string(-120) == "-120" && std::to_string(18446744073709551615ull) == "18446744073709551615");
    assert(std::stoi(" -12x") == -12 && std::stoull("ff", nullptr, 16) == 255);
    size_t end = 0;
    assert(std::stol("77 ", &end) == 77 && end == 2 && "a " + std::string("b") == "a b");
    try {
        std::stoi(std::string("2147483648"));
        assert(false);
    } catch (const std::out_of_range &e) {
        assert(std::string(e.what()) == "stoi: out of range");
    }
    assert(std::to_string(0u) + std::to_string(7l) == "07");
    int x = __VERIFIER_nondet_int();
    std::string said = std::to_string(x % 10);
    assert(said != "-7"); // BUG
}
