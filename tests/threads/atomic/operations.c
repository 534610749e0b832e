// expect: TRUE
// flags: -m32
// expect: TRUE
#include <assert.h>
#include <stdatomic.h>

int main(void) {
    atomic_int n = 5;
    int five = 5, six = 6;
    assert(atomic_fetch_sub(&n, 1) == 5 && atomic_fetch_or(&n, 3) == 4 && atomic_fetch_and(&n, 5) == 7);
    assert(atomic_fetch_xor(&n, 1) == 5 && atomic_exchange(&n, 5) == 4);
    assert(!atomic_compare_exchange_strong(&n, &six, 9) && six == 5);
    assert(atomic_compare_exchange_strong(&n, &five, 9) && n == 9);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    int m = 1;
    assert(__sync_fetch_and_add(&m, 2) == 1 && __sync_add_and_fetch(&m, 2) == 5);
    assert(__sync_bool_compare_and_swap(&m, 5, 7) && __sync_val_compare_and_swap(&m, 5, 8) == 7);
    assert(__sync_lock_test_and_set(&m, 1) == 7);
    __sync_lock_release(&m);
    __sync_synchronize();
    assert(m == 0 && __atomic_nand_fetch(&m, 1, __ATOMIC_RELAXED) == -1);
    assert(__atomic_load_n(&m, __ATOMIC_ACQUIRE) == -1 && __atomic_exchange_n(&m, 2, __ATOMIC_ACQ_REL) == -1);
    atomic_flag f = ATOMIC_FLAG_INIT;
    assert(!atomic_flag_test_and_set(&f) && atomic_flag_test_and_set(&f));
    atomic_flag_clear(&f);
}
