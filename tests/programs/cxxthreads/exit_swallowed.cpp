// What ends a thread may be neither swallowed nor leave a function that throws nothing.
// expect: FALSE(terminate)
// flags: -DNOTHING
// expect: FALSE(terminate)
// flags: -DOTHER
// expect: FALSE(terminate)
// flags: -DNESTED
// expect: FALSE(terminate)
// flags: -DAGAIN
// expect: TRUE
// flags: -DBEFORE
// expect: TRUE
#include <exception>
#include <pthread.h>
#ifdef NOTHING
static void leave() noexcept { pthread_exit(nullptr); }
#else
static void leave() { pthread_exit(nullptr); }
#endif
static void *body(void *) {
#ifdef NESTED
    try {
        throw 1;
    } catch (int) {
        try {
            leave();
        } catch (...) {
            throw;
        }
    }
#elif defined BEFORE
    try {
        try {
            throw 1;
        } catch (int) {
            leave();
        }
    } catch (...) {
        throw;
    }
#elif defined OTHER
    try {
        try {
            leave();
        } catch (...) {
            throw 1;
        }
    } catch (int) {
    }
#else
    try {
        leave();
    } catch (...) {
#ifdef AGAIN
        throw;
#endif
    }
#endif
    return nullptr;
}
int main() {
    pthread_t t;
    pthread_create(&t, nullptr, body, nullptr);
    pthread_join(t, nullptr);
}
