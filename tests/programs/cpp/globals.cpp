// Constructors of globals run before main.
// expect: FALSE(assert)
#include <cassert>
static int order;
struct Step {
    int at;
    Step() : at(order++) {}
};
static Step first, second;
int main() {
    assert(first.at == 0);
    assert(second.at != 1); // BUG
    return 0;
}
