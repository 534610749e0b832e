// Durations and dates.
// flags: -std=c++20
// expect: TRUE
// flags: -std=c++20 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <chrono>
using namespace std::chrono;
extern "C" int __VERIFIER_nondet_int();
int main() {
    int s = __VERIFIER_nondet_int();
    if (s < 0 || s > 100000) return 0;
    auto m = duration_cast<minutes>(seconds(s));
    assert(m.count() == s / 60);
    year_month_day day{year(2024), month(2), std::chrono::day(29)};
    assert(day.ok());
#ifdef FAIL
    assert(m != minutes(7)); // BUG
#endif
    assert(sys_days(day).time_since_epoch().count() == 19782);
}
