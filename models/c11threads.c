/* threads.h of C11: other names and results for what pthread.h has. */
#include "threads.h"

enum { SUCCESS, BUSY, ERROR, NO_MEMORY, TIMED_OUT };

static int c11(int error) {
    switch (error) {
    case 0: return SUCCESS;
    case EBUSY: return BUSY;
    case ETIMEDOUT: return TIMED_OUT;
    default: return ERROR;
    }
}

/* ---- Threads ---- */

static void run_c11(void *own) {
    __bmc_private();
    struct thread *t = own;
    if (__bmc_events()) running = t;
    void *argument = t->argument;
    t->argument = NULL;
    int (*start)(void *) = t->start.c11;
    __bmc_atomic_end();
    int result = start(argument);
    __bmc_atomic_begin();
    finish((void *)(ptrdiff_t)result);
}

MODEL int thrd_create(unsigned long *id, int (*start)(void *), void *argument) {
    __bmc_atomic_begin();
    struct thread *t = __bmc_obj_make(sizeof *t);
    t->start.c11 = start;
    t->argument = argument;
    add_thread(t, run_c11, id);
    return SUCCESS;
}

MODEL int thrd_join(unsigned long id, int *result) {
    __bmc_atomic_begin();
    void *whole = NULL;
    int error = join(id, &whole, 0);
    if (error == 0 && result != NULL) {
        __bmc_writes(result, sizeof *result);
        *result = (int)(ptrdiff_t)whole;
    }
    return c11(error);
}

MODEL int thrd_detach(unsigned long id) {
    __bmc_atomic_begin();
    return c11(detach(id));
}

NORETURN MODEL void thrd_exit(int result) {
    __bmc_atomic_begin();
    running->result = (void *)(ptrdiff_t)result;
    running->cancelled = EXITS;
    __bmc_exit_thread();
}

MODEL unsigned long thrd_current(void) {
    __bmc_private();
    return (unsigned long)running;
}

MODEL int thrd_equal(unsigned long a, unsigned long b) { return a == b; }
MODEL void thrd_yield(void) { give_way(); }

MODEL int thrd_sleep(const struct instant *length, struct instant *left) {
    (void)left;
    int invalid = is_invalid(length) || length->seconds < 0;
    if (!invalid) __bmc_cancellation_point();
    return invalid ? -2 : 0;
}

MODEL void call_once(int *flag, void (*initialise)(void)) { do_once(flag, initialise); }

/* ---- Mutexes: what is an error in pthread.h is undefined here ---- */

/* `mtx_timed` says nothing more than that `mtx_timedlock` may be called. */
enum { RECURSIVE_BIT = 1, TIMED_BIT = 2 };

MODEL int mtx_init(struct mutex *m, int type) {
    __bmc_atomic_begin();
    if (type & ~(RECURSIVE_BIT | TIMED_BIT)) return ERROR;
    return c11(make_mutex(m, type & RECURSIVE_BIT ? RECURSIVE : NORMAL));
}

MODEL void mtx_destroy(struct mutex *m) {
    __bmc_atomic_begin();
    destroy_mutex(m);
}

MODEL int mtx_lock(struct mutex *m) {
    __bmc_atomic_begin();
    return c11(lock(m, 0));
}

MODEL int mtx_trylock(struct mutex *m) {
    __bmc_atomic_begin();
    return c11(try_lock(m));
}

MODEL int mtx_timedlock(struct mutex *restrict m, const struct instant *restrict until) {
    __bmc_atomic_begin();
    return c11(timed_lock(m, until));
}

MODEL int mtx_unlock(struct mutex *m) {
    __bmc_atomic_begin();
    int error = unlock(m);
    if (error == EPERM) __bmc_misuse();
    return c11(error);
}

/* ---- Condition variables ---- */

MODEL int cnd_init(struct condition *c) {
    __bmc_atomic_begin();
    make_condition(c);
    return SUCCESS;
}

MODEL void cnd_destroy(struct condition *c) {
    __bmc_atomic_begin();
    destroy_condition(c);
}

MODEL int cnd_signal(struct condition *c) {
    __bmc_atomic_begin();
    check_condition(c);
    signal_one(c);
    return SUCCESS;
}

MODEL int cnd_broadcast(struct condition *c) {
    __bmc_atomic_begin();
    check_condition(c);
    signal_all(c);
    return SUCCESS;
}

MODEL int cnd_wait(struct condition *c, struct mutex *m) {
    __bmc_atomic_begin();
    return c11(wait_on(c, m, 0));
}

MODEL int cnd_timedwait(struct condition *restrict c, struct mutex *restrict m, const struct instant *restrict until) {
    __bmc_atomic_begin();
    if (is_invalid(until)) return ERROR;
    return c11(wait_on(c, m, 1));
}

/* ---- Keys ---- */

MODEL int tss_create(unsigned *key, void (*destructor)(void *)) {
    __bmc_atomic_begin();
    return c11(make_key(key, destructor));
}

MODEL void tss_delete(unsigned key) {
    __bmc_atomic_begin();
    delete_key(key);
}

MODEL void *tss_get(unsigned key) {
    __bmc_atomic_begin();
    return (void *)kept(key);
}

MODEL int tss_set(unsigned key, const void *value) {
    __bmc_atomic_begin();
    return c11(keep(key, value));
}
