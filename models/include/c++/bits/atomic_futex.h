// In place of libstdc++'s header: what a future waits for.
#if defined __GLIBCXX__ && _GLIBCXX_RELEASE >= 11 && _GLIBCXX_RELEASE <= 13
#ifndef _GLIBCXX_ATOMIC_FUTEX_H
#define _GLIBCXX_ATOMIC_FUTEX_H 1
#pragma GCC system_header
#include <atomic>
#include <bits/chrono.h>

extern "C" {
void __bmc_wait_until_other(const void *place, const void *value, decltype(sizeof 0) size) noexcept;
bool __bmc_wait_some_time(const void *place, const void *value, decltype(sizeof 0) size) noexcept;
void __bmc_notify(const void *place, int all) noexcept;
}

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
template <unsigned _Waiter_bit = 0x80000000> class __atomic_futex_unsigned {
    atomic<unsigned> _M_data;

  public:
    explicit __atomic_futex_unsigned(unsigned __data) : _M_data(__data) {}

    unsigned _M_load(memory_order) { return _M_data.load(memory_order_seq_cst); }

    unsigned _M_load_when_not_equal(unsigned __val, memory_order __mo) {
        for (;;) {
            unsigned __seen = _M_load(__mo);
            if (__seen != __val) return __seen;
            __bmc_wait_until_other(&_M_data, &__seen, sizeof __seen);
        }
    }

    void _M_load_when_equal(unsigned __val, memory_order __mo) {
        for (;;) {
            unsigned __seen = _M_load(__mo);
            if (__seen == __val) return;
            __bmc_wait_until_other(&_M_data, &__seen, sizeof __seen);
        }
    }

    // Whether it is so before the time is over, which is any.
    template <typename _Time> bool _M_load_when_equal_for(unsigned __val, memory_order __mo, const _Time &) {
        for (;;) {
            unsigned __seen = _M_load(__mo);
            if (__seen == __val) return true;
            if (!__bmc_wait_some_time(&_M_data, &__seen, sizeof __seen)) return _M_load(__mo) == __val;
        }
    }

    template <typename _Time> bool _M_load_when_equal_until(unsigned __val, memory_order __mo, const _Time &__time) {
        return _M_load_when_equal_for(__val, __mo, __time);
    }

    void _M_store_notify_all(unsigned __val, memory_order) {
        _M_data.store(__val, memory_order_seq_cst);
        __bmc_notify(&_M_data, 1);
    }
};
_GLIBCXX_END_NAMESPACE_VERSION
} // namespace std
#endif
#else
#include_next <bits/atomic_futex.h>
#endif
