/* Who runs. A thread is an activation and what it waits for; who runs is chosen by the scheduler, which the engine calls
 * where a thread is interrupted and where one has ended. */
#include "threads.h"

static int ready(const struct thread *t) {
    if (t->timed || (t->cancelled && wakes_to_end(t))) return 1;
    switch (t->waiting) {
    case FOR_THREAD: return ((const struct thread *)t->object)->ended;
    case FOR_MUTEX: return !((const struct mutex *)t->object)->locked;
    case FOR_READING: return !must_not_read((const struct rwlock *)t->object);
    case FOR_WRITING: return ((const struct rwlock *)t->object)->writer == NULL && ((const struct rwlock *)t->object)->readers == 0;
    case FOR_SPIN: return *(const int *)t->object == SPIN_FREE;
    case FOR_SIGNAL:
    case FOR_CHANGE: return t->signalled;
    case FOR_POST: return ((const struct semaphore *)t->object)->value > 0;
    case FOR_ONCE: return *(const int *)t->object != DURING;
    case FOR_GUARD: return ((const char *)t->object)[1] == 0;
    default: return 1;
    }
}

/* Whether it may wake without a signal (POSIX, pthread_cond_wait): it waits at a condition variable, not at a barrier; or for a
 * number, which tells it in vain. */
static int dozes(const struct thread *t) {
    return ((t->waiting == FOR_SIGNAL && t->mutex != NULL) || t->waiting == FOR_CHANGE) && !t->signalled;
}

/* All threads wait: the one that runs has to tell. */
static int hopeless;

/* The thread whose activation goes on next, where that is known. */
static struct thread *find_wanted(const void *frame) {
    struct thread *t = &first;
    while (t != NULL && t->frame != frame) t = t->next;
    if (t == NULL || !(ready(t) || dozes(t))) __bmc_end_path();
    if (dozes(t)) t->signalled = 1;
    return t;
}

/* A thread that may go on, chosen. The choice is the scheduler's own, by which engines know it. */
__attribute__((always_inline)) static inline struct thread *choose_thread(void) {
    unsigned count = 0, dozing = 0;
    int open = 0;
    for (const struct thread *t = &first; t != NULL; t = t->next)
        if (!t->ended) {
            open = 1;
            count += ready(t) != 0;
            dozing += dozes(t);
        }
    if (!open) __bmc_end_path();
    if (!__bmc_may_wake()) dozing = 0;
    hopeless = count == 0;
    /* That all wait is one of the ways. */
    if (hopeless) count = 1;
    unsigned chosen = __bmc_choose(count + dozing);
    int wakes = chosen >= count;
    if (wakes) {
        chosen -= count;
        hopeless = 0;
    }
    struct thread *t = &first;
    for (;; t = t->next)
        if (!t->ended && (wakes ? dozes(t) : hopeless || ready(t)) && chosen-- == 0) break;
    if (wakes) t->signalled = 1;
    return t;
}

void __bmc_scheduler(void) {
    if (first.frame == NULL) first.frame = __bmc_interrupted();
    const void *wanted = __bmc_wanted();
    struct thread *t = wanted != NULL ? find_wanted(wanted) : choose_thread();
    running = t;
    __bmc_runs(t->number);
    __bmc_resume(t->frame);
}

/* ---- Waiting ---- */

/* Whether `t` cannot go on before `other` does something. */
static int needs(const struct thread *t, const struct thread *other) {
    switch (t->waiting) {
    case FOR_THREAD: return t->object == other;
    case FOR_MUTEX: return ((const struct mutex *)t->object)->owner == other;
    case FOR_READING:
    case FOR_WRITING:
        if (((const struct rwlock *)t->object)->writer == other) return 1;
        return t->waiting == FOR_WRITING && *find_hold((struct thread *)other, t->object) != NULL;
    case FOR_SPIN:
    case FOR_GUARD:
    case FOR_ONCE: return *find_hold((struct thread *)other, t->object) != NULL;
    default: return 0;
    }
}

/* Whether `t` waits, through at most so many others, for the running thread or for one that has ended. */
static int is_stuck(const struct thread *t, unsigned through) {
    if (t->timed || t->waiting == FOR_NOTHING || ready(t)) return 0;
    for (const struct thread *other = &first; other != NULL; other = other->next)
        if (needs(t, other) && (other == running || other->ended || (through > 0 && is_stuck(other, through - 1))))
            return 1;
    return 0;
}

/* Where threads are followed one after the other: only runs go on in which it need not wait. */
static void await(enum waiting what, const void *object) {
    switch (what) {
    case FOR_THREAD: __bmc_await(FOR_ONE, object); break;
    case FOR_MUTEX: __bmc_await(FOR_ONE, ((const struct mutex *)object)->owner); break;
    case FOR_POST: __bmc_await(FOR_ALL, NULL); break;
    case FOR_READING:
    case FOR_WRITING: {
        const struct rwlock *l = object;
        if (l->writer != NULL)
            __bmc_await(FOR_ONE, l->writer);
        else if (what == FOR_WRITING)
            __bmc_await(FOR_HOLDER, l);
        else
            __bmc_await(FOR_SOME, NULL);
        break;
    }
    case FOR_SPIN:
    case FOR_GUARD:
    case FOR_ONCE: __bmc_await(FOR_HOLDER, object); break;
    default: __bmc_await(FOR_SOME, NULL); break;
    }
}

static void wait_for(enum waiting what, const void *object, int timed) {
    if (__bmc_events()) {
        if (what == FOR_NOTHING || what == FOR_SIGNAL) {
            if (what == FOR_SIGNAL && !timed) __bmc_await(MAY_WAKE, object);
            if (what == FOR_SIGNAL && __bmc_events() == 1) __bmc_unsupported("a condition variable without other threads");
            __bmc_atomic_end();
            __bmc_atomic_begin();
        } else if (!timed)
            await(what, object);
        return;
    }
    running->waiting = what;
    running->object = object;
    running->timed = timed;
    unsigned others = 0;
    for (const struct thread *t = &first; t != last; t = t->next) others++;
    if (what != FOR_NOTHING && is_stuck(running, others)) {
        __bmc_waits_for_ever();
        __bmc_deadlock(NULL);
    }
    __bmc_yield();
    if (hopeless) {
        __bmc_deadlock(NULL);
        __bmc_end_path();
    }
    running->waiting = FOR_NOTHING;
    running->object = NULL;
    running->timed = 0;
}

/* Another thread that waits for what only the running one could do, which ends. */
static const struct thread *who_misses(void) {
    for (const struct thread *t = &first; t != NULL; t = t->next)
        if (t != running && t->waiting != FOR_THREAD && needs(t, running) && !ready(t) && !t->timed) return t;
    return NULL;
}

static void signal_all(const void *object) {
    __bmc_sync(WAKES_ALL, object, NULL);
    for (struct thread *t = &first; t != NULL; t = t->next)
        if (waits(t, FOR_SIGNAL, object)) t->signalled = 1;
}

static int waits_for_signal(const struct thread *t, const void *object) {
    return waits(t, FOR_SIGNAL, object) && !t->signalled;
}

static void signal_one(const void *object) {
    __bmc_sync(WAKES_ONE, object, NULL);
    unsigned count = 0;
    for (const struct thread *t = &first; t != NULL; t = t->next) count += waits_for_signal(t, object) != 0;
    if (count == 0) return;
    unsigned chosen = __bmc_choose(count);
    for (struct thread *t = &first; t != NULL; t = t->next)
        if (waits_for_signal(t, object) && chosen-- == 0) t->signalled = 1;
}

/* ---- Who holds what ---- */

/* Where the list names the lock, or ends. */
static struct hold **find_hold(struct thread *t, const void *lock) {
    struct hold **at = &t->holds;
    while (*at != NULL && (*at)->lock != lock) at = &(*at)->next;
    return at;
}

/* Who holds a lock that the running thread gives back: itself, or, where that is misuse, the first one that does. */
static struct thread *holder_of(const void *lock) {
    struct thread *t = running;
    if (*find_hold(t, lock) != NULL) return t;
    __bmc_misuse();
    if (__bmc_events() == 2) __bmc_unsupported("a lock that another thread gives back");
    for (t = &first; t != NULL && *find_hold(t, lock) == NULL;) t = t->next;
    return t;
}

static void add_hold(const void *lock) {
    struct hold *h = __bmc_obj_make(sizeof *h);
    h->lock = lock;
    h->next = running->holds;
    running->holds = h;
    __bmc_sync(HOLDS, lock, NULL);
}

static void remove_hold(struct hold **at) {
    struct hold *h = *at;
    *at = h->next;
    __bmc_sync(RELEASES, h->lock, NULL);
    __bmc_obj_free(h);
}
