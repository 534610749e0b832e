// Exceptions: what is destroyed, caught and printed, and in which order.
#include <stdexcept>
#include <vector>
#include <string>
#include <cstdio>
#include <cassert>
#include <cstring>
struct T { int n; explicit T(int n) : n(n) { std::printf("T%d ", n); } ~T() { std::printf("~T%d ", n); } };
struct Mine : std::runtime_error { T t; Mine(int n) : std::runtime_error("mine"), t(n) {} };
struct Two { T a, b; Two() : a(1), b(2) { throw std::logic_error("two"); } };
struct Arr { static int count; Arr() { if (++count == 3) throw 3; std::printf("A%d ", count); } ~Arr() { std::printf("~A "); } };
int Arr::count = 0;
void tryblock(int x) try { if (x) throw x; } catch (int e) { std::printf("tryblock %d ", e); throw; }
int main() {
    try { throw Mine(9); } catch (const std::exception &e) { std::printf("[%s] ", e.what()); }
    try { Two t; } catch (std::logic_error &e) { std::printf("[%s] ", e.what()); }
    try { Arr a[5]; } catch (int i) { std::printf("[%d] ", i); }
    try { tryblock(4); } catch (int i) { std::printf("[%d] ", i); }
    std::vector<int> v(3);
    try { v.at(7) = 1; } catch (std::out_of_range &e) { std::printf("[%s] ", e.what()); }
    try { std::string s("abc"); s.substr(9); } catch (std::exception &e) { std::printf("[%s] ", e.what()); }
    try { std::stoi("xyz"); } catch (std::invalid_argument &e) { std::printf("[%s] ", e.what()); }
    try {
        try { throw 1; } catch (int) { try { throw 2.5; } catch (double d) { std::printf("inner %d ", (int)(d * 2)); } throw; }
    } catch (int i) { std::printf("outer %d ", i); }
    try { std::vector<int> w; w.reserve(w.max_size() + 1); } catch (std::length_error &e) { std::printf("[%s] ", e.what()); }
    int *p = nullptr;
    try { throw p; } catch (const int *q) { std::printf("ptr %d ", q == nullptr); }
    try { throw nullptr; } catch (char *q) { std::printf("null %d ", q == nullptr); }
    std::printf("\n");
}
