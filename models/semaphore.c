/* semaphore.h, semaphores without names. */
#include "threads.h"

static int fails(int error) {
    __bmc_set_errno(error);
    return -1;
}

static void check_semaphore(const struct semaphore *s) {
    if (s->destroyed) __bmc_misuse();
}

static int take_one(struct semaphore *s, int timed) {
    check_semaphore(s);
    __bmc_cancellation_point();
    while (s->value == 0) {
        wait_for(FOR_POST, s, timed);
        if (s->value == 0)
            __bmc_cancellation_point();
        else
            __bmc_optional_cancellation_point();
        if (timed && s->value == 0) {
            __bmc_unordered();
            return fails(ETIMEDOUT);
        }
    }
    s->value--;
    return 0;
}

MODEL int sem_init(struct semaphore *s, int shared, unsigned value) {
    (void)shared;
    __bmc_atomic_begin();
    if (value > INT_MAX) return fails(EINVAL);
    if (any_waits(FOR_POST, s)) __bmc_misuse();
    __bmc_writes(s, sizeof *s);
    s->value = value;
    s->destroyed = 0;
    return 0;
}

MODEL int sem_destroy(struct semaphore *s) {
    __bmc_atomic_begin();
    check_semaphore(s);
    for (const struct thread *t = &first; t != NULL; t = t->next)
        if (waits(t, FOR_POST, s) && s->value == 0) __bmc_misuse();
    __bmc_writes(s, sizeof *s);
    s->destroyed = 1;
    return 0;
}

MODEL int sem_wait(struct semaphore *s) {
    __bmc_atomic_begin();
    return take_one(s, 0);
}

MODEL int sem_trywait(struct semaphore *s) {
    __bmc_atomic_begin();
    check_semaphore(s);
    if (s->value > 0) {
        s->value--;
        return 0;
    }
    __bmc_unordered();
    return fails(EAGAIN);
}

MODEL int sem_timedwait(struct semaphore *restrict s, const struct instant *restrict until) {
    __bmc_atomic_begin();
    return s->value == 0 && is_invalid(until) ? fails(EINVAL) : take_one(s, 1);
}

MODEL int sem_clockwait(struct semaphore *restrict s, int clock, const struct instant *restrict until) {
    __bmc_atomic_begin();
    if (clock != 0 && clock != 1) return fails(EINVAL);
    return s->value == 0 && is_invalid(until) ? fails(EINVAL) : take_one(s, 1);
}

MODEL int sem_post(struct semaphore *s) {
    __bmc_atomic_begin();
    check_semaphore(s);
    if (s->value >= INT_MAX) return fails(EOVERFLOW);
    s->value++;
    return 0;
}

MODEL int sem_getvalue(struct semaphore *restrict s, int *restrict value) {
    __bmc_atomic_begin();
    check_semaphore(s);
    __bmc_unordered();
    __bmc_writes(value, sizeof *value);
    *value = (int)s->value;
    return 0;
}

MODEL struct semaphore *sem_open(const char *name, int flags, ...) {
    (void)name, (void)flags;
    __bmc_unsupported("sem_open");
}
MODEL int sem_close(struct semaphore *s) {
    (void)s;
    __bmc_unsupported("sem_close");
}
MODEL int sem_unlink(const char *name) {
    (void)name;
    __bmc_unsupported("sem_unlink");
}
