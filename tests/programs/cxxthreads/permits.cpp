// A permit that another thread takes and gives back, while this one is about to wait for it, is not missed.
// flags: -std=c++20 --memory-model sc
// expect: TRUE
// flags: -std=c++20 --memory-model sc -DNONE
// expect: FALSE(deadlock)
#include <cassert>
#include <semaphore>
#include <thread>

#ifdef NONE
static std::counting_semaphore<2> permits(0);
#else
static std::counting_semaphore<2> permits(1);
#endif
static int n;

int main() {
    std::thread other([] {
        permits.acquire();
        n++;
        permits.release();
    });
    permits.acquire();
    n++;
    permits.release();
    other.join();
    assert(n == 2);
}
