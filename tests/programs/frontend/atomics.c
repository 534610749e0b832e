// expect: TRUE
#include <assert.h>
#include <stdatomic.h>
static _Atomic int counter = 5;
static atomic_flag flag = ATOMIC_FLAG_INIT;
int main(void) {
    assert(atomic_fetch_add(&counter, 3) == 5);
    int expected = 8;
    assert(atomic_compare_exchange_strong(&counter, &expected, 1));
    assert(!atomic_compare_exchange_strong(&counter, &expected, 2) && expected == 1);
    counter++;
    assert(atomic_load(&counter) == 2);
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    int plain = 7;
    assert(__sync_fetch_and_sub(&plain, 2) == 7 && plain == 5);
    assert(__atomic_exchange_n(&plain, 1, __ATOMIC_SEQ_CST) == 5);
    return 0;
}
