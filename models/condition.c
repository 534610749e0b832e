/* Condition variables. Who waits is kept with the threads; the scheduler may wake them without a signal. */
#include "threads.h"

/* Of glibc's size, all zero at first. */
struct condition {
    unsigned unused[9];
    unsigned destroyed;
    unsigned more[2];
};

static void check_condition(const struct condition *c) {
    if (c->destroyed) __bmc_misuse();
}

/* A request that came while the thread waited, with its mutex. A signal that came, too, need not be lost. */
static void follow_request(const struct condition *c, int woken) {
    if (!is_cancelled(running)) return;
    if (woken) {
        if (__bmc_choose(2)) return;
        signal_one(c);
    }
    __bmc_cancellation_point();
}

/* The error of giving the mutex back, or of taking it again, or that no signal came in time. */
static int wait_on(struct condition *c, struct mutex *m, int timed) {
    check_condition(c);
    __bmc_sync(WAITS, c, m);
    for (const struct thread *t = &first; t != NULL; t = t->next)
        if (waits(t, FOR_SIGNAL, c) && t->mutex != m) __bmc_misuse();
    __bmc_cancellation_point();
    int error = unlock(m);
    if (error != 0) return error;
    running->mutex = m;
    wait_for(FOR_SIGNAL, c, timed);
    /* Where the run is known, the choice is, too. */
    int chosen = __bmc_events() || __bmc_wanted() != NULL;
    int woken = chosen ? !timed || __bmc_choose(2) : running->signalled;
    running->signalled = 0;
    running->mutex = NULL;
    error = lock(m, 0);
    follow_request(c, woken);
    return error == 0 && !woken ? ETIMEDOUT : error;
}

static void make_condition(struct condition *c) {
    __bmc_check_write(c, sizeof *c);
    __bmc_writes(c, sizeof *c);
    __bmc_sync(RENEWS, c, NULL);
    if (any_waits(FOR_SIGNAL, c)) __bmc_misuse();
    *c = (struct condition){0};
}

static void destroy_condition(struct condition *c) {
    check_condition(c);
    __bmc_sync(RENEWS, c, NULL);
    for (const struct thread *t = &first; t != NULL; t = t->next)
        if (waits(t, FOR_SIGNAL, c) && !t->signalled) __bmc_misuse();
    __bmc_writes(c, sizeof *c);
    c->destroyed = 1;
}

MODEL int pthread_cond_init(struct condition *restrict c, const int *restrict attributes) {
    (void)attributes;
    __bmc_atomic_begin();
    make_condition(c);
    return 0;
}

MODEL int pthread_cond_destroy(struct condition *c) {
    __bmc_atomic_begin();
    destroy_condition(c);
    return 0;
}

MODEL int pthread_cond_wait(struct condition *restrict c, struct mutex *restrict m) {
    __bmc_atomic_begin();
    return wait_on(c, m, 0);
}

MODEL int pthread_cond_timedwait(
    struct condition *restrict c, struct mutex *restrict m, const struct instant *restrict until) {
    __bmc_atomic_begin();
    if (is_invalid(until)) return EINVAL;
    return wait_on(c, m, 1);
}

MODEL int pthread_cond_clockwait(
    struct condition *restrict c, struct mutex *restrict m, int clock, const struct instant *restrict until) {
    __bmc_atomic_begin();
    if ((clock != 0 && clock != 1) || is_invalid(until)) return EINVAL;
    return wait_on(c, m, 1);
}

MODEL int pthread_cond_signal(struct condition *c) {
    __bmc_atomic_begin();
    check_condition(c);
    signal_one(c);
    return 0;
}

MODEL int pthread_cond_broadcast(struct condition *c) {
    __bmc_atomic_begin();
    check_condition(c);
    signal_all(c);
    return 0;
}

/* ---- Attributes: the clock, then whether processes share it ---- */

MODEL int pthread_condattr_init(int *a) { return *a = 0, 0; }
MODEL int pthread_condattr_destroy(int *a) { return (void)a, 0; }

MODEL int pthread_condattr_setclock(int *a, int clock) {
    if (clock != 0 && clock != 1) return EINVAL;
    *a = (*a & ~1) | clock;
    return 0;
}

MODEL int pthread_condattr_getclock(const int *restrict a, int *restrict clock) { return *clock = *a & 1, 0; }

MODEL int pthread_condattr_setpshared(int *a, int shared) {
    if (shared != 0 && shared != 1) return EINVAL;
    *a = (*a & ~2) | shared << 1;
    return 0;
}

MODEL int pthread_condattr_getpshared(const int *restrict a, int *restrict shared) {
    return *shared = *a >> 1 & 1, 0;
}
