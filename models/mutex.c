/* Mutexes, spinlocks. Behaviour that is undefined is a violation of the kind `thread-misuse`; where it is not checked, what
 * glibc does happens. */
#include "threads.h"

/* Whether it must not be used. */
static int is_destroyed(const struct mutex *m) {
    if (m->kind >= 0) return 0;
    __bmc_misuse();
    return 1;
}

/* The lock must be taken now. */
static int lock(struct mutex *m, int timed) {
    if (is_destroyed(m)) return EINVAL;
    if (m->locked && m->owner == running) {
        if (m->kind == RECURSIVE) {
            m->count++;
            return 0;
        }
        if (m->kind == ERROR_CHECK) return EDEADLK;
    }
    while (m->locked) {
        wait_for(FOR_MUTEX, m, timed);
        if (timed && m->locked) {
            __bmc_unordered();
            return ETIMEDOUT;
        }
    }
    __bmc_sync(LOCKS, m, m + 1);
    m->locked = 1;
    m->owner = running;
    return 0;
}

static int try_lock(struct mutex *m) {
    if (is_destroyed(m)) return EINVAL;
    if (m->locked && !(m->kind == RECURSIVE && m->owner == running)) {
        if (m->owner != running) __bmc_unordered();
        return EBUSY;
    }
    return lock(m, 0);
}

static int unlock(struct mutex *m) {
    if (is_destroyed(m)) return EINVAL;
    if (!m->locked || m->owner != running) {
        if (m->kind == RECURSIVE || m->kind == ERROR_CHECK) return EPERM;
        __bmc_misuse();
    }
    if (m->count > 0) {
        m->count--;
        return 0;
    }
    m->locked = 0;
    m->owner = NULL;
    __bmc_sync(UNLOCKS, m, m + 1);
    return 0;
}

static int timed_lock(struct mutex *m, const struct instant *until) {
    if (!is_destroyed(m) && m->locked && m->owner != running && is_invalid(until)) return EINVAL;
    return lock(m, 1);
}

/* Whether a thread holds it: it need not be a mutex yet. */
static int is_held(const struct mutex *m) {
    if (!__bmc_defined(m, sizeof *m) || m->locked != 1 || m->kind < 0) return 0;
    if (__bmc_events()) return m->owner != NULL;
    for (const struct thread *t = &first; t != NULL; t = t->next)
        if (m->owner == t) return 1;
    return 0;
}

static int make_mutex(struct mutex *m, int kind) {
    __bmc_check_write(m, sizeof *m);
    __bmc_writes(m, sizeof *m);
    if (is_held(m)) __bmc_misuse();
    *m = (struct mutex){.kind = kind};
    return 0;
}

static int destroy_mutex(struct mutex *m) {
    if (is_destroyed(m)) return EINVAL;
    __bmc_writes(m, sizeof *m);
    if (m->locked) {
        __bmc_misuse();
        return EBUSY;
    }
    m->kind = -1;
    return 0;
}

MODEL int pthread_mutex_init(struct mutex *m, const int *attributes) {
    __bmc_atomic_begin();
    return make_mutex(m, attributes == NULL ? NORMAL : *attributes & 3);
}

MODEL int pthread_mutex_destroy(struct mutex *m) {
    __bmc_atomic_begin();
    return destroy_mutex(m);
}

MODEL int pthread_mutex_lock(struct mutex *m) {
    __bmc_atomic_begin();
    return lock(m, 0);
}

MODEL int pthread_mutex_trylock(struct mutex *m) {
    __bmc_atomic_begin();
    return try_lock(m);
}

MODEL int pthread_mutex_timedlock(struct mutex *restrict m, const struct instant *restrict until) {
    __bmc_atomic_begin();
    return timed_lock(m, until);
}

MODEL int pthread_mutex_clocklock(struct mutex *restrict m, int clock, const struct instant *restrict until) {
    __bmc_atomic_begin();
    if (clock != 0 && clock != 1) return EINVAL;
    return timed_lock(m, until);
}

MODEL int pthread_mutex_unlock(struct mutex *m) {
    __bmc_atomic_begin();
    return unlock(m);
}

/* ---- Attributes: the kind in the lowest bits, then whether processes share it, the protocol, the ceiling ---- */

enum { SHARED = 4, PROTOCOL = 3, CEILING = 5 };

MODEL int pthread_mutexattr_init(int *a) { return *a = NORMAL, 0; }
MODEL int pthread_mutexattr_destroy(int *a) { return (void)a, 0; }

MODEL int pthread_mutexattr_settype(int *a, int type) {
    if (type < NORMAL || type > ADAPTIVE) return EINVAL;
    *a = (*a & ~3) | type;
    return 0;
}

MODEL int pthread_mutexattr_gettype(const int *restrict a, int *restrict type) { return *type = *a & 3, 0; }

MODEL int pthread_mutexattr_setpshared(int *a, int shared) {
    if (shared != 0 && shared != 1) return EINVAL;
    *a = shared ? *a | SHARED : *a & ~SHARED;
    return 0;
}

MODEL int pthread_mutexattr_getpshared(const int *restrict a, int *restrict shared) {
    return *shared = (*a & SHARED) != 0, 0;
}

/* Priorities restrict who runs on a real system; here everyone may. */
MODEL int pthread_mutexattr_setprotocol(int *a, int protocol) {
    if (protocol < 0 || protocol > 2) return EINVAL;
    *a = (*a & ~(3 << PROTOCOL)) | protocol << PROTOCOL;
    return 0;
}

MODEL int pthread_mutexattr_getprotocol(const int *restrict a, int *restrict protocol) {
    return *protocol = *a >> PROTOCOL & 3, 0;
}

MODEL int pthread_mutexattr_setrobust(int *a, int robust) {
    (void)a;
    if (robust == 1) __bmc_unsupported("robust mutexes");
    return robust == 0 ? 0 : EINVAL;
}

MODEL int pthread_mutexattr_setrobust_np(int *a, int robust) {
    (void)a;
    if (robust == 1) __bmc_unsupported("robust mutexes");
    return robust == 0 ? 0 : EINVAL;
}

MODEL int pthread_mutexattr_getrobust(const int *restrict a, int *restrict robust) {
    return (void)a, *robust = 0, 0;
}

/* ---- Spinlocks ---- */

/* Whether it is one that is made and not destroyed. */
static int is_spinlock(const int *l) {
    if (*l == SPIN_FREE) return 1;
    if (__bmc_events() == 2) {
        __bmc_unknown_misuse();
        return *l != SPIN_DESTROYED;
    }
    for (struct thread *t = &first; t != NULL; t = t->next)
        if (*find_hold(t, l) != NULL) return 1;
    __bmc_misuse();
    return 0;
}

static void spin(int *l) {
    while (*l != SPIN_FREE) wait_for(FOR_SPIN, l, 0);
    *l = SPIN_HELD;
    add_hold(l);
}

MODEL int pthread_spin_init(int *l, int shared) {
    (void)shared;
    __bmc_atomic_begin();
    __bmc_unknown_misuse();
    for (struct thread *t = &first; t != NULL; t = t->next)
        if (*find_hold(t, l) != NULL) __bmc_misuse();
    __bmc_writes(l, sizeof *l);
    *l = SPIN_FREE;
    return 0;
}

MODEL int pthread_spin_destroy(int *l) {
    __bmc_atomic_begin();
    if (!is_spinlock(l)) return EINVAL;
    __bmc_writes(l, sizeof *l);
    if (*l != SPIN_FREE) __bmc_misuse();
    *l = SPIN_DESTROYED;
    return 0;
}

MODEL int pthread_spin_lock(int *l) {
    __bmc_atomic_begin();
    is_spinlock(l);
    spin(l);
    return 0;
}

MODEL int pthread_spin_trylock(int *l) {
    __bmc_atomic_begin();
    is_spinlock(l);
    if (*l != SPIN_FREE) {
        __bmc_unordered();
        return EBUSY;
    }
    spin(l);
    return 0;
}

MODEL int pthread_spin_unlock(int *l) {
    __bmc_atomic_begin();
    struct thread *holder = holder_of(l);
    if (holder != NULL) remove_hold(find_hold(holder, l));
    *l = SPIN_FREE;
    return 0;
}
