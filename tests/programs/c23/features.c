// flags: -std=c23
// expect: TRUE
// flags: -std=c23 -DOVER
// expect: FALSE(signed-overflow)
// flags: -std=c23 -DOVERBIG
// expect: FALSE(signed-overflow)
// flags: -std=c23 -DSTOP
// expect: FALSE(unreachable)
// flags: -std=c23 -DWRONG
// expect: FALSE(assert)
#include <assert.h>
#include <stddef.h>
#include <stdckdint.h>
#include <stdint.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
constexpr int size = 0b101 + 1'000;
constexpr unsigned table[] = {1, 2, 4};
static_assert(size == 1005);
[[nodiscard]] static int f([[maybe_unused]] int x) { return 3; }
enum small : unsigned char { A = 255 };
static bool is_null(nullptr_t p) { return p == nullptr; }
[[noreturn]] static void stop(void) { unreachable(); } // BUG
static int variadic(...) { return 1; }
struct odd { _BitInt(3) a; unsigned _BitInt(17) b; _BitInt(100) c; unsigned _BitInt(5) d : 2; };
int main() {
    auto x = f(1);
    typeof(x) y = x + 1;
    typeof_unqual(const int) z = 4;
    assert(x == 3 && y == z);
    int *p = nullptr;
    assert(p == nullptr && is_null(nullptr) && sizeof(enum small) == 1);
    int r;
    assert(ckd_add(&r, INT_MAX, 1) && r == INT_MIN);
    assert(!ckd_mul(&r, 6, 7) && r == 42 && ckd_sub(&r, INT_MIN, 1));
    unsigned char uc; assert(ckd_add(&uc, 200, 56) && uc == 0);
    int n = __VERIFIER_nondet_int();
    if (ckd_add(&r, n, 1)) assert(n == INT_MAX);
    else assert(r == n + 1);
    struct odd o = {3, 1'31071u, -1, 3};
    assert(o.a == 3 && o.b == 131071 && o.c == -1 && o.d == 3);
    o.b++;
    assert(o.b == 0);
    unsigned _BitInt(200) big = 1;
    big <<= 199;
    assert(big >> 199 == 1 && (big << 1) == 0);
    _BitInt(37) w = n;
    w *= 2;
    assert(w / 2 == n);
    _BitInt(129) arr[3] = {};
    arr[1] = -5wb;
    assert(arr[1] % 3 == -2 && arr[0] == 0 && sizeof arr == 72);
    unsigned _BitInt(7) u7 = 127uwb;
    assert(++u7 == 0);
#ifdef OVER
    _BitInt(5) v = 15;
    if (n > 3) v = v + (_BitInt(5))1; // BUG
    return v;
#elif defined OVERBIG
    _BitInt(100) v = 1;
    v <<= 98;
    v += v; // BUG
#elif defined STOP
    if (n == 4) stop();
#elif defined WRONG
    assert(w != 84); // BUG
#endif
    {
        [[maybe_unused]] int a = 1;
        goto end;
    }
    switch (n) {
    case 1: x++; [[fallthrough]];
    case 2: x++;
    end:
    }
    return 0;
}
