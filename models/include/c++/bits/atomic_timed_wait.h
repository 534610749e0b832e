// In place of libstdc++'s header: how long a thread waits is not known.
#if defined __GLIBCXX__ && _GLIBCXX_RELEASE >= 11 && _GLIBCXX_RELEASE <= 13
#ifndef _GLIBCXX_ATOMIC_TIMED_WAIT_H
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1
#pragma GCC system_header
#include <bits/atomic_wait.h>
#include <bits/chrono.h>

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
// Whether it is so before the time is over.
template <typename _Tp, typename _Pred, typename _Time>
bool __atomic_wait_address_until(const _Tp *__addr, _Pred __pred, const _Time &) noexcept {
    // As in __atomic_wait_address.
    __bmc_atomic_begin();
    for (;;) {
        if (__pred()) return true;
        _Tp __seen;
        __atomic_load(__addr, &__seen, __ATOMIC_SEQ_CST);
        if (!__bmc_wait_some_time(__addr, &__seen, sizeof(_Tp))) return __pred();
    }
}

template <typename _Tp, typename _ValFn, typename _Time>
bool __atomic_wait_address_until_v(const _Tp *__addr, _Tp &&__old, _ValFn &&__vfn, const _Time &__time) noexcept {
    return std::__atomic_wait_address_until(__addr, [&] { return !__detail::__same_value(__old, _Tp(__vfn())); }, __time);
}

template <typename _Pred, typename _Time>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t *__addr, _Pred __pred, const _Time &__time) noexcept {
    return std::__atomic_wait_address_until(__addr, __pred, __time);
}

template <typename _Tp, typename _Pred, typename _Time>
bool __atomic_wait_address_for(const _Tp *__addr, _Pred __pred, const _Time &__time) noexcept {
    return std::__atomic_wait_address_until(__addr, __pred, __time);
}

template <typename _Tp, typename _ValFn, typename _Time>
bool __atomic_wait_address_for_v(const _Tp *__addr, _Tp &&__old, _ValFn &&__vfn, const _Time &__time) noexcept {
    return std::__atomic_wait_address_until_v(__addr, __old, __vfn, __time);
}

template <typename _Pred, typename _Time>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t *__addr, _Pred __pred, const _Time &__time) noexcept {
    return std::__atomic_wait_address_until(__addr, __pred, __time);
}
_GLIBCXX_END_NAMESPACE_VERSION
} // namespace std
#endif
#else
#include_next <bits/atomic_timed_wait.h>
#endif
