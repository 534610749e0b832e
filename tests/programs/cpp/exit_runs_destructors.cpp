// exit() runs the destructors of static objects but not those of locals.
// expect: FALSE(reach-error)
#include <cstdlib>
extern "C" void reach_error(void);
static int steps;
struct Local {
    ~Local() { steps = 100; }
};
struct Static {
    ~Static() {
        if (steps == 1) reach_error(); // BUG
    }
};
static Static s;
int main() {
    Local l;
    steps++;
    std::exit(0);
}
