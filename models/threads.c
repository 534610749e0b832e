/* pthread.h: threads, mutexes, condition variables. A thread is an activation and what it waits for; who runs is chosen
 * by the scheduler, which the engine calls where a thread is interrupted. Functions of the library run without
 * interrupts, but where they wait. */
#include "bmc.h"

#define EBUSY 16
#define EDEADLK 35
#define EPERM 1
#define ESRCH 3

/* What threads wait for. */
enum waiting { FOR_NOTHING, FOR_MUTEX, FOR_THREAD, FOR_SIGNAL };

struct thread {
    struct thread *next;
    /* Where it goes on; null while it runs, and when it has ended. */
    void *frame;
    void *(*start)(void *);
    void *argument, *result;
    /* What it waits for. */
    enum waiting waiting;
    const void *object;
    int signalled, ended, detached, number;
};

/* The first fields of glibc's mutex, so that its initialisers fit. */
struct mutex {
    int locked;
    unsigned count;
    int owner;
#if __SIZEOF_POINTER__ == 8
    unsigned users;
#endif
    int kind;
};

enum kind { NORMAL, RECURSIVE, ERROR_CHECK };

static struct thread first = {.number = 1}, *running = &first, *last = &first;

static int ready(struct thread *t) {
    switch (t->waiting) {
    case FOR_MUTEX: return !((const struct mutex *)t->object)->locked;
    case FOR_THREAD: return ((const struct thread *)t->object)->ended;
    case FOR_SIGNAL: return t->signalled;
    default: return 1;
    }
}

/* Called by the engine where a thread is interrupted and where one has ended. */
void __bmc_scheduler(void) {
    running->frame = __bmc_interrupted();
    unsigned count = 0;
    int open = 0;
    for (struct thread *t = &first; t != NULL; t = t->next)
        if (!t->ended) {
            open = 1;
            count += ready(t) != 0;
        }
    if (count == 0) {
        if (open) __bmc_deadlock();
        __bmc_end_path();
    }
    unsigned chosen = __bmc_choose(count);
    struct thread *t = &first;
    for (;; t = t->next)
        if (!t->ended && ready(t) && chosen-- == 0) break;
    running = t;
    void *frame = t->frame;
    t->frame = NULL;
    __bmc_resume(frame);
}

/* Other threads run until this one need not wait any more. */
static void wait_for(enum waiting what, const void *object) {
    running->waiting = what;
    running->object = object;
    __bmc_yield();
    running->waiting = FOR_NOTHING;
    running->object = NULL;
}

/* ---- Threads ---- */

NORETURN static void finish(void *result) {
    running->result = result;
    running->ended = 1;
    __bmc_end_thread();
}

static void run(void *own) {
    struct thread *t = own;
    __bmc_private();
    void *(*start)(void *) = t->start;
    void *argument = t->argument;
    __bmc_atomic_end();
    void *result = start(argument);
    __bmc_atomic_begin();
    finish(result);
}

MODEL int pthread_create(unsigned long *id, const void *attributes, void *(*start)(void *), void *argument) {
    (void)attributes;
    __bmc_atomic_begin();
    struct thread *t = __bmc_obj_make(sizeof *t);
    t->start = start;
    t->argument = argument;
    t->number = last->number + 1;
    t->frame = __bmc_make_frame(run, t);
    last->next = t;
    last = t;
    *id = (unsigned long)t;
    return 0;
}

NORETURN MODEL void pthread_exit(void *result) {
    __bmc_atomic_begin();
    finish(result);
}

MODEL int pthread_join(unsigned long id, void **result) {
    struct thread *t = (struct thread *)id;
    __bmc_atomic_begin();
    if (t == running) return EDEADLK;
    while (!t->ended) wait_for(FOR_THREAD, t);
    if (result != NULL) *result = t->result;
    return 0;
}

MODEL int pthread_detach(unsigned long id) {
    __bmc_atomic_begin();
    ((struct thread *)id)->detached = 1;
    return 0;
}

MODEL unsigned long pthread_self(void) {
    __bmc_private();
    return (unsigned long)running;
}

MODEL int pthread_equal(unsigned long a, unsigned long b) { return a == b; }

static void give_way(void) {
    __bmc_atomic_begin();
    wait_for(FOR_NOTHING, NULL);
}

MODEL int sched_yield(void) { return give_way(), 0; }
MODEL int pthread_yield(void) { return give_way(), 0; }

/* ---- Mutexes ---- */

static int lock(struct mutex *m) {
    if (m->owner == running->number && m->kind == RECURSIVE) {
        m->count++;
        return 0;
    }
    if (m->owner == running->number && m->kind == ERROR_CHECK) return EDEADLK;
    while (m->locked) wait_for(FOR_MUTEX, m);
    m->locked = 1;
    m->owner = running->number;
    return 0;
}

static int unlock(struct mutex *m) {
    if (m->owner != running->number && m->kind != NORMAL) return EPERM;
    if (m->count > 0) {
        m->count--;
        return 0;
    }
    m->locked = 0;
    m->owner = 0;
    return 0;
}

MODEL int pthread_mutex_init(struct mutex *m, const int *kind) {
    __bmc_atomic_begin();
    m->locked = 0;
    m->count = 0;
    m->owner = 0;
    m->kind = kind == NULL ? NORMAL : *kind;
    return 0;
}

MODEL int pthread_mutex_destroy(struct mutex *m) {
    __bmc_atomic_begin();
    return m->locked ? EBUSY : 0;
}

MODEL int pthread_mutex_lock(struct mutex *m) {
    __bmc_atomic_begin();
    return lock(m);
}

MODEL int pthread_mutex_trylock(struct mutex *m) {
    __bmc_atomic_begin();
    if (m->locked && !(m->kind == RECURSIVE && m->owner == running->number)) return EBUSY;
    return lock(m);
}

MODEL int pthread_mutex_unlock(struct mutex *m) {
    __bmc_atomic_begin();
    return unlock(m);
}

MODEL int pthread_mutexattr_init(int *kind) { return *kind = NORMAL, 0; }
MODEL int pthread_mutexattr_destroy(int *kind) { return (void)kind, 0; }
MODEL int pthread_mutexattr_settype(int *kind, int type) {
    if (type < NORMAL || type > ERROR_CHECK) return EINVAL;
    *kind = type;
    return 0;
}

/* ---- Condition variables ---- */

MODEL int pthread_cond_init(void *c, const void *attributes) { return (void)c, (void)attributes, 0; }
MODEL int pthread_cond_destroy(void *c) { return (void)c, 0; }

MODEL int pthread_cond_wait(void *c, struct mutex *m) {
    __bmc_atomic_begin();
    int error = unlock(m);
    if (error != 0) return error;
    running->signalled = 0;
    wait_for(FOR_SIGNAL, c);
    return lock(m);
}

static int waits_for_signal(const struct thread *t, const void *c) {
    return t->waiting == FOR_SIGNAL && t->object == c && !t->signalled;
}

MODEL int pthread_cond_signal(void *c) {
    __bmc_atomic_begin();
    unsigned count = 0;
    for (struct thread *t = &first; t != NULL; t = t->next) count += waits_for_signal(t, c);
    if (count == 0) return 0;
    unsigned chosen = __bmc_choose(count);
    for (struct thread *t = &first; t != NULL; t = t->next)
        if (waits_for_signal(t, c) && chosen-- == 0) t->signalled = 1;
    return 0;
}

MODEL int pthread_cond_broadcast(void *c) {
    __bmc_atomic_begin();
    for (struct thread *t = &first; t != NULL; t = t->next)
        if (waits_for_signal(t, c)) t->signalled = 1;
    return 0;
}
