// Ranges that are not at the begin of a condition, and those of narrow types.
// expect: TRUE
// flags: -D LAST
// expect: FALSE(assert)
// flags: -D NARROW
// expect: FALSE(assert)
int a[10];
int main(void) {
    int n = nondet_int();
    __CPROVER_assume(0 <= n && n < 10);
    for (int i = 0; i < 10; i++) a[i] = 3 * i;
    __CPROVER_bool b =
        __CPROVER_forall {
            int i;
            __CPROVER_forall { int j; (0 <= i && i < n && i <= j && j < 10) ==> a[i] <= a[j] }
        };
    __CPROVER_assert(b == 1, "one range for two");
    b = __CPROVER_exists {
        int i;
        __CPROVER_exists { int j; 0 <= i && i < 10 && i < j && j < 10 && a[i] + 27 == a[j] }
    };
    __CPROVER_assert(b == 1, "one range for two that exist");
    b = __CPROVER_forall { int i; !(0 <= i && i < n) || a[i] == 3 * i };
    __CPROVER_assert(b == 1, "or");
    b = __CPROVER_forall { int i; i < 0 || i >= n || a[i] < 3 * n };
    __CPROVER_assert(b == 1, "or again");
    b = __CPROVER_forall { int i; 0 <= i ==> i <= n ==> a[i] <= 3 * n };
    __CPROVER_assert(b == 1, "twice");
    b = __CPROVER_exists { int i; !(i < 0 || n <= i) && a[i] == 3 * n };
    __CPROVER_assert(b == 0, "beyond");
    b = __CPROVER_exists { int i; i == n && a[i] == 3 * n };
    __CPROVER_assert(b == 1, "a single one");
    b = __CPROVER_forall { unsigned char c; c >= 200 ==> c / 2 >= 100 };
    __CPROVER_assert(b == 1, "from a number on");
    b = __CPROVER_forall { signed char c; c < 0 ==> -c > 0 };
    __CPROVER_assert(b == 1, "to a number");
    b = __CPROVER_forall { unsigned char c; c <= 255 };
    __CPROVER_assert(b == 1, "all");
    b = __CPROVER_exists { signed char c; c == -128 } && __CPROVER_exists { short s; s + n == -32768 + n };
    __CPROVER_assert(b == 1, "the least one");
    b = __CPROVER_forall { _Bool c; c == 0 || c == 1 } && !__CPROVER_exists { _Bool c; c == 2 };
    __CPROVER_assert(b == 1, "truth");
#ifdef LAST
    b = __CPROVER_forall { int i; !(0 <= i && i <= n) || a[i] < 27 };
    __CPROVER_assert(b == 1, "the last one"); // BUG
#endif
#ifdef NARROW
    b = __CPROVER_forall { unsigned char c; c + n < 264 };
    __CPROVER_assert(b == 1, "a narrow type"); // BUG
#endif
    return 0;
}
