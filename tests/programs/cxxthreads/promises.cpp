// A thread's function that promises to throw nothing, and one that does not; a handler of the program's end.
// expect: FALSE(uncaught-exception)
// flags: -DMAY
// expect: TRUE
// flags: -DHANDLER
// expect: TRUE
#include <cstdlib>
#include <exception>
#include <thread>
#ifdef MAY
#define PROMISE
#else
#define PROMISE noexcept
#endif
static void f(int i) PROMISE {
    if (i == 1) throw i; // BUG
}
static void work(int i) {
    try {
        f(i);
    } catch (int) {
    }
}
int main() {
#ifdef HANDLER
    std::set_terminate([] { std::_Exit(0); });
#endif
    std::thread a(work, 0), b(work, 1);
    a.join();
    b.join();
}
