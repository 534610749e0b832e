/* Locks of readers and writers, barriers. */
#include "threads.h"

static void check_rwlock(const struct rwlock *l) {
    if (l->destroyed) __bmc_misuse();
}

static int read_lock(struct rwlock *l, int timed) {
    check_rwlock(l);
    if (l->writer == running) return EDEADLK;
    /* Threads that are followed one after the other do not see which writers wait, behind which this one may have to. */
    if (__bmc_events() == 2 && l->flags == WRITERS_FIRST && !timed && __bmc_choose(2)) __bmc_await(FOR_SOME, NULL);
    while (must_not_read(l)) {
        wait_for(FOR_READING, l, timed);
        if (timed && must_not_read(l)) {
            __bmc_unordered();
            return ETIMEDOUT;
        }
    }
    l->readers++;
    add_hold(l);
    return 0;
}

static int write_lock(struct rwlock *l, int timed) {
    check_rwlock(l);
    if (l->writer == running) return EDEADLK;
    while (l->writer != NULL || l->readers > 0) {
        wait_for(FOR_WRITING, l, timed);
        if (timed && (l->writer != NULL || l->readers > 0)) {
            __bmc_unordered();
            return ETIMEDOUT;
        }
    }
    l->writer = running;
    return 0;
}

static int is_in_use(const struct rwlock *l) {
    if (l->writer != NULL || l->readers > 0) return 1;
    return any_waits(FOR_READING, l) || any_waits(FOR_WRITING, l);
}

MODEL int pthread_rwlock_init(struct rwlock *restrict l, const int *restrict attributes) {
    __bmc_atomic_begin();
    __bmc_check_write(l, sizeof *l);
    __bmc_writes(l, sizeof *l);
    __bmc_unknown_misuse();
    for (struct thread *t = &first; t != NULL; t = t->next)
        if (*find_hold(t, l) != NULL || (__bmc_defined(l, sizeof *l) && l->writer == t)) __bmc_misuse();
    *l = (struct rwlock){.flags = attributes == NULL ? 0 : attributes[0]};
    return 0;
}

MODEL int pthread_rwlock_destroy(struct rwlock *l) {
    __bmc_atomic_begin();
    check_rwlock(l);
    if (is_in_use(l)) __bmc_misuse();
    __bmc_writes(l, sizeof *l);
    l->destroyed = 1;
    return 0;
}

MODEL int pthread_rwlock_rdlock(struct rwlock *l) {
    __bmc_atomic_begin();
    return read_lock(l, 0);
}

MODEL int pthread_rwlock_tryrdlock(struct rwlock *l) {
    __bmc_atomic_begin();
    if (!must_not_read(l)) return read_lock(l, 0);
    __bmc_unordered();
    return EBUSY;
}

MODEL int pthread_rwlock_timedrdlock(struct rwlock *restrict l, const struct instant *restrict until) {
    __bmc_atomic_begin();
    return must_not_read(l) && is_invalid(until) ? EINVAL : read_lock(l, 1);
}

MODEL int pthread_rwlock_clockrdlock(struct rwlock *restrict l, int clock, const struct instant *restrict until) {
    __bmc_atomic_begin();
    if (clock != 0 && clock != 1) return EINVAL;
    return must_not_read(l) && is_invalid(until) ? EINVAL : read_lock(l, 1);
}

MODEL int pthread_rwlock_wrlock(struct rwlock *l) {
    __bmc_atomic_begin();
    return write_lock(l, 0);
}

MODEL int pthread_rwlock_trywrlock(struct rwlock *l) {
    __bmc_atomic_begin();
    if (l->writer == NULL && l->readers == 0) return write_lock(l, 0);
    __bmc_unordered();
    return EBUSY;
}

MODEL int pthread_rwlock_timedwrlock(struct rwlock *restrict l, const struct instant *restrict until) {
    __bmc_atomic_begin();
    return (l->writer != NULL || l->readers > 0) && is_invalid(until) ? EINVAL : write_lock(l, 1);
}

MODEL int pthread_rwlock_clockwrlock(struct rwlock *restrict l, int clock, const struct instant *restrict until) {
    __bmc_atomic_begin();
    if (clock != 0 && clock != 1) return EINVAL;
    return (l->writer != NULL || l->readers > 0) && is_invalid(until) ? EINVAL : write_lock(l, 1);
}

MODEL int pthread_rwlock_unlock(struct rwlock *l) {
    __bmc_atomic_begin();
    check_rwlock(l);
    if (l->writer == running) {
        l->writer = NULL;
        return 0;
    }
    struct thread *holder = holder_of(l);
    if (holder != running) l->writer = NULL;
    if (holder == NULL) return 0;
    remove_hold(find_hold(holder, l));
    l->readers--;
    return 0;
}

/* Attributes: who goes first, whether processes share it. */
MODEL int pthread_rwlockattr_init(int *a) { return a[0] = a[1] = 0, 0; }
MODEL int pthread_rwlockattr_destroy(int *a) { return (void)a, 0; }

MODEL int pthread_rwlockattr_setkind_np(int *a, int kind) {
    if (kind < 0 || kind > 2) return EINVAL;
    a[0] = kind;
    return 0;
}

MODEL int pthread_rwlockattr_getkind_np(const int *restrict a, int *restrict kind) { return *kind = a[0], 0; }

MODEL int pthread_rwlockattr_setpshared(int *a, int shared) {
    if (shared != 0 && shared != 1) return EINVAL;
    a[1] = shared;
    return 0;
}

MODEL int pthread_rwlockattr_getpshared(const int *restrict a, int *restrict shared) { return *shared = a[1], 0; }

/* ---- Barriers ---- */

struct barrier {
    /* How many threads it waits for; 0 when it has been destroyed. */
    unsigned count, arrived;
    /* Where threads are followed one after the other: how often all have come, and who was told from the others then. */
    unsigned round, chosen;
};

MODEL int pthread_barrier_init(struct barrier *restrict b, const int *restrict attributes, unsigned count) {
    (void)attributes;
    __bmc_atomic_begin();
    if (count == 0) return EINVAL;
    int known = __bmc_events() && __bmc_defined(b, sizeof *b);
    if (known ? b->arrived > 0 : any_waits(FOR_SIGNAL, b)) __bmc_misuse();
    __bmc_writes(b, sizeof *b);
    b->count = count;
    b->arrived = 0;
    /* Who has not yet left it sees that it was made again. */
    b->round = known ? b->round + 1 : 0;
    return 0;
}

MODEL int pthread_barrier_destroy(struct barrier *b) {
    __bmc_atomic_begin();
    if (b->count == 0 || b->arrived > 0) __bmc_misuse();
    __bmc_writes(b, sizeof *b);
    b->count = 0;
    return 0;
}

/* One of the threads, any, is told from the others by the result -1. */
MODEL int pthread_barrier_wait(struct barrier *b) {
    __bmc_atomic_begin();
    if (b->count == 0) {
        __bmc_misuse();
        return EINVAL;
    }
    unsigned number = ++b->arrived;
    if (number < b->count) {
        if (__bmc_events()) {
            unsigned round = b->round;
            __bmc_atomic_end();
            __bmc_atomic_begin();
            if (b->round == round) __bmc_await(FOR_ALL, NULL);
            if (b->round != round + 1) __bmc_unsupported("a barrier at which more threads wait than it counts");
            return b->chosen == number ? -1 : 0;
        }
        running->place = number;
        wait_for(FOR_SIGNAL, b, 0);
        running->place = 0;
        int serial = running->signalled == 2;
        running->signalled = 0;
        return serial ? -1 : 0;
    }
    unsigned chosen = __bmc_choose(b->count);
    b->arrived = 0;
    if (__bmc_events()) {
        b->round++;
        b->chosen = chosen;
    } else
        for (struct thread *t = &first; t != NULL; t = t->next)
            if (waits_for_signal(t, b)) t->signalled = t->place == chosen ? 2 : 1;
    return chosen == 0 ? -1 : 0;
}

MODEL int pthread_barrierattr_init(int *a) { return *a = 0, 0; }
MODEL int pthread_barrierattr_destroy(int *a) { return (void)a, 0; }

MODEL int pthread_barrierattr_setpshared(int *a, int shared) {
    if (shared != 0 && shared != 1) return EINVAL;
    *a = shared;
    return 0;
}

MODEL int pthread_barrierattr_getpshared(const int *restrict a, int *restrict shared) { return *shared = *a, 0; }
