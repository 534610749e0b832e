// A statement behind a label __CPROVER_ASYNC_... runs in a thread of its own, with a copy of local variables.
// expect: TRUE
// flags: -DBOTH
// expect: FALSE(assert)
// flags: -DSET
// expect: FALSE(assert)
// flags: -DREAD_THERE
// expect: FALSE(assert)
// flags: -DADDRESS
// expect: UNKNOWN(unsupported: label __CPROVER_ASYNC_4 at asynchronous.c:43)
// flags: -DHIDDEN
// expect: UNKNOWN(unsupported: __CPROVER_ASYNC_5 at asynchronous.c:45)
// flags: -DBLOCK
// expect: UNKNOWN(unsupported: label __CPROVER_ASYNC_6 at asynchronous.c:47)
static int sum, set, g;
static unsigned done;
static void add(int id, const char *name, const long twice) {
    __CPROVER_atomic_begin();
    sum += id + (int)twice + name[0] - 'a';
    done++;
    __CPROVER_atomic_end();
}
static void is_0(int x) {
    __CPROVER_assert(x == 0, "argument"); // BUG
}
int main(void) {
#ifdef HIDDEN
    int set = 0;
#endif
    const char *name = "a";
    int x = 0;
#ifdef BOTH
    for (int i = 1; i <= 2; i++)
        __CPROVER_ASYNC_1: add(i, name, 2 * i);
    __CPROVER_assert(done < 2 || sum != 9, "both have added"); // BUG
#elif defined(SET)
    __CPROVER_ASYNC_2: set = 1;
    __CPROVER_assert(set == 0, "it may be set"); // BUG
#elif defined(READ_THERE)
    __CPROVER_ASYNC_3: is_0(g);
    g = 1;
#elif defined(ADDRESS)
    __CPROVER_ASYNC_4: add(x, &name[x], 0);
#elif defined(HIDDEN)
    __CPROVER_ASYNC_5: set = 1;
#elif defined(BLOCK)
    __CPROVER_ASYNC_6: { set = 1; }
#else
    __CPROVER_ASYNC_7: is_0(x);
    x = 1;
    __CPROVER_ASYNC_8: add(1, name, 2);
    __CPROVER_atomic_begin();
    __CPROVER_assert(done == 0 && sum == 0 || done == 1 && sum == 3, "once");
    __CPROVER_atomic_end();
#endif
    return 0;
}
