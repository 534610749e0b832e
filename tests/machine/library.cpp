// What libstdc++ keeps in its library: threads, futures, error codes, hash tables, exceptions that are kept and thrown again.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <unordered_set>
struct Own {
    int n = 0;
    ~Own() { std::printf("~Own%d ", n); }
};
static thread_local Own own;
static std::once_flag flag;
static std::mutex m;
static std::condition_variable c;
static bool ready;
static int once() {
    static int n = 0;
    std::call_once(flag, [] {
        if (++n == 1) throw 1;
    });
    return n;
}
int main() {
    own.n = 1;
    std::thread t([] {
        own.n = 2;
        std::lock_guard<std::mutex> lock(m);
        ready = true;
        c.notify_one();
    });
    {
        std::unique_lock<std::mutex> lock(m);
        c.wait(lock, [] { return ready; });
    }
    t.join();
    try {
        t.join();
    } catch (std::system_error &e) {
        std::printf("[%s %d] ", e.what(), e.code().value());
    }
    try {
        once();
    } catch (int) {
        std::printf("once %d ", once());
    }
    std::exception_ptr p;
    auto f = std::async(std::launch::async, []() -> int { throw std::runtime_error("async"); });
    try {
        f.get();
    } catch (std::exception &e) {
        std::printf("[%s] ", e.what());
        p = std::current_exception();
    }
    try {
        try {
            std::rethrow_exception(p);
        } catch (...) {
            std::throw_with_nested(std::logic_error("outer"));
        }
    } catch (std::exception &e) {
        std::printf("[%s] ", e.what());
        try {
            std::rethrow_if_nested(e);
        } catch (std::exception &inner) {
            std::printf("[%s]\n", inner.what());
        }
    }
    std::promise<int> promise;
    auto future = promise.get_future();
    std::thread u([&] { promise.set_value(5); });
    std::printf("%d ", future.get());
    u.join();
    try {
        promise.set_value(6);
    } catch (std::future_error &e) {
        std::printf("[%s %s] ", e.what(), e.code().message().c_str());
    }
    for (int n : {0, 1, 2, 11, 22, 35, 110, 125, 4000})
        std::printf("[%s %s] ", std::generic_category().message(n).c_str(),
                    std::error_code(n, std::system_category()).default_error_condition().category().name());
    std::printf("\n");
    std::unordered_map<std::string, int> words;
    std::unordered_set<int> numbers;
    std::unordered_set<double> halves;
    for (int i = 0; i < 40; i++) {
        words["word number " + std::to_string(i)] = i;
        numbers.insert(i * 31);
        halves.insert(i / 2.0);
    }
    std::printf("%zu %zu %zu\n", words.bucket_count(), numbers.bucket_count(), halves.bucket_count());
    for (auto &w : words) std::printf("%d ", w.second);
    for (int n : numbers) std::printf("%d ", n);
    for (double d : halves) std::printf("%g ", d);
    numbers.max_load_factor(0.5f);
    numbers.rehash(5);
    std::printf("%d\n", numbers.bucket_count() >= 80);
    auto shared = std::make_shared<Own>();
    std::weak_ptr<Own> weak = shared;
    std::printf("%ld ", shared.use_count());
    shared.reset();
    std::printf("%d\n", weak.expired());
    std::set_terminate([] {
        std::printf("terminates\n");
        std::exit(3);
    });
    throw 1;
}
