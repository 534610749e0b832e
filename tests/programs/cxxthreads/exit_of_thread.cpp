// A std::thread that ends by pthread_exit deletes what it was given, lets a promise tell that it is broken, and others try again.
// flags: --memory-model sc
// expect: TRUE
// flags: --memory-model sc -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <future>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <thread>
static int gone, tries;
struct Counted {
    std::shared_ptr<int> kept;
    explicit Counted(int n) : kept(std::make_shared<int>(n)) {}
    void operator()() {
        if (tries++ == 0) pthread_exit(nullptr);
    }
};
struct Gone {
    ~Gone() { gone++; }
};
static std::once_flag once;
int main() {
    Counted work(3);
    std::weak_ptr<int> watched = work.kept;
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    {
        std::thread t(
            [](Counted work, std::promise<int> promise) {
                Gone counts;
                std::call_once(once, work);
                promise.set_value(1);
            },
            std::move(work), std::move(promise));
        t.join();
    }
    assert(gone == 1 && watched.expired());
    std::call_once(once, Counted(4));
#ifdef WRONG
    assert(tries == 1); // BUG
#endif
    assert(tries == 2);
    try {
        future.get();
        assert(false);
    } catch (const std::future_error &) {
    }
}
