// Only the destructor of a thread-local object of main runs at the end.
// expect: FALSE(assert)
#include <cassert>
struct T {
    int v = 1;
    ~T() {
        assert(v == 1); // BUG
    }
};
thread_local T t;
int main(){ t.v++; }
