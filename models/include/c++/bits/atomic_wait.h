// In place of libstdc++'s header: a thread that waits for another value spins nowhere, and which object lies where decides nothing.
#if defined __GLIBCXX__ && _GLIBCXX_RELEASE >= 11 && _GLIBCXX_RELEASE <= 13
#ifndef _GLIBCXX_ATOMIC_WAIT_H
#define _GLIBCXX_ATOMIC_WAIT_H 1
#pragma GCC system_header
#include <bits/c++config.h>
#define __cpp_lib_atomic_wait 201907L

extern "C" {
void __bmc_atomic_begin() noexcept;
void __bmc_wait_while(const void *place, const void *value, decltype(sizeof 0) size) noexcept;
bool __bmc_wait_some_time(const void *place, const void *value, decltype(sizeof 0) size) noexcept;
void __bmc_notify(const void *place, int all) noexcept;
}

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
namespace __detail {
using __platform_wait_t = int;
static constexpr decltype(sizeof 0) __platform_wait_alignment = 4;

template <typename _Tp> bool __same_value(const _Tp &__a, const _Tp &__b) { return !__builtin_memcmp(&__a, &__b, sizeof(_Tp)); }

inline void __thread_relax() noexcept {}

// One attempt is enough: others may run before it.
template <typename _Pred, typename... _Spin> bool __atomic_spin(_Pred &__pred, _Spin...) noexcept { return __pred(); }
} // namespace __detail

template <typename _Tp, typename _ValFn> void __atomic_wait_address_v(const _Tp *__addr, _Tp __old, _ValFn __vfn) noexcept {
    while (__detail::__same_value(__old, _Tp(__vfn()))) __bmc_wait_while(__addr, &__old, sizeof(_Tp));
}

template <typename _Tp, typename _Pred> void __atomic_wait_address(const _Tp *__addr, _Pred __pred) noexcept {
    // Nothing comes between the question and the wait: who changes the value in between and back again wakes nobody.
    __bmc_atomic_begin();
    for (;;) {
        if (__pred()) return;
        _Tp __seen;
        __atomic_load(__addr, &__seen, __ATOMIC_SEQ_CST);
        __bmc_wait_while(__addr, &__seen, sizeof(_Tp));
    }
}

template <typename _Pred> void __atomic_wait_address_bare(const __detail::__platform_wait_t *__addr, _Pred __pred) noexcept {
    std::__atomic_wait_address(__addr, __pred);
}

template <typename _Tp> void __atomic_notify_address(const _Tp *__addr, bool __all) noexcept { __bmc_notify(__addr, __all); }

inline void __atomic_notify_address_bare(const __detail::__platform_wait_t *__addr, bool __all) noexcept {
    __bmc_notify(__addr, __all);
}
_GLIBCXX_END_NAMESPACE_VERSION
} // namespace std
#endif
#else
#include_next <bits/atomic_wait.h>
#endif
