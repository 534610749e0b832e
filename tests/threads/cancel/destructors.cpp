// Destructors run where a thread is cancelled, handlers of all exceptions have to throw on, and one that does not ends the program.
// expect: TRUE
// flags: -DLEFT
// expect: FALSE(assert)
// flags: -DSWALLOWS
// expect: FALSE(terminate)
#include <cassert>
#include <pthread.h>
static int alive, handled;
struct Resource {
    Resource() { alive++; }
    ~Resource() { alive--; }
};
static void inner() {
    Resource resource;
    pthread_testcancel();
}
static void *work(void *) {
    Resource resource;
    pthread_cancel(pthread_self());
    try {
        inner();
    } catch (...) {
        handled++;
#ifndef SWALLOWS
        throw;
#endif
    } // BUG
    return nullptr;
}
int main() {
    pthread_t worker;
    void *result;
    pthread_create(&worker, nullptr, work, nullptr);
    pthread_join(worker, &result);
    assert(result == PTHREAD_CANCELED && handled == 1);
#ifdef LEFT
    assert(alive == 1); // BUG
#else
    assert(alive == 0);
#endif
}
