/* What the parts of the thread library share. Its functions run without interrupts, but where they wait. */
#ifndef BMC_THREADS_H
#define BMC_THREADS_H

#include "bmc.h"

#define EPERM 1
#define ESRCH 3
#define EAGAIN 11
#define EBUSY 16
#define EDEADLK 35
#define ENOTSUP 95
#define ETIMEDOUT 110

/* What threads wait for: that a thread ends, a lock is released, a signal comes, a semaphore is raised, an initialiser
 * has run, somebody says that a number has changed, a static object
 * exists. */
enum waiting {
    FOR_NOTHING,
    FOR_THREAD,
    FOR_MUTEX,
    FOR_READING,
    FOR_WRITING,
    FOR_SPIN,
    FOR_SIGNAL,
    FOR_POST,
    FOR_ONCE,
    FOR_CHANGE,
    FOR_GUARD
};

/* That a thread holds a lock which does not say who holds it. */
struct hold {
    struct hold *next;
    const void *lock;
};

/* What a thread keeps for a key. */
struct value {
    struct value *next;
    unsigned key;
    const void *value;
};

/* What the macro pthread_cleanup_push keeps (glibc's __pthread_unwind_buf_t). In a program that is read as source it is the handler
 * and its argument (`src/frontend/dialect/cleanup.rs`), else where the handler runs, as setjmp says it. What glibc leaves for the
 * library has the handler that was pushed before. */
struct cleanup {
#if __SIZEOF_POINTER__ == 8
    void *place[8];
#else
    void *place[6];
#endif
    int is_handler;
    struct cleanup *outer;
};

struct thread {
    struct thread *next;
    /* Where it goes on; null before the program's first thread was interrupted, and when it has ended. */
    void *frame;
    union {
        void *(*posix)(void *);
        int (*c11)(void *);
    } start;
    void *argument, *result;
    /* What it waits for, and whether only for some time. */
    enum waiting waiting;
    const void *object;
    _Bool timed;
    /* The mutex that it takes again after a signal. */
    const void *mutex;
    /* 1, or 2 for the one of a barrier that is told from the others. */
    char signalled;
    _Bool ended, detached, joined;
    char cancel_state, cancel_type, cancelled;
    /* No other one that lives has it. */
    unsigned short number;
    /* The how-manieth it was to come to the barrier at which it waits. */
    unsigned short place;
    /* Locks that others may hold beside it, and what it initialises once. */
    struct hold *holds;
    struct value *values;
    /* Signals that it keeps away, and those that were sent to it meanwhile (signals.c). */
    uint64_t blocked, pending;
    /* The cleanup handler that was pushed last. */
    struct cleanup *cleanup;
};

/* The first fields of glibc's mutex, so that its initialisers fit. */
struct mutex {
    int locked;
    unsigned count;
#if __SIZEOF_POINTER__ == 8
    int own_thread;
    unsigned users;
    /* Negative when it has been destroyed. */
    int kind;
    int unused;
    struct thread *owner;
#else
    struct thread *owner;
    int kind;
#endif
};

enum kind { NORMAL, RECURSIVE, ERROR_CHECK, ADAPTIVE };

struct rwlock {
    unsigned readers, destroyed, unused[4];
#if __SIZEOF_POINTER__ == 8
    unsigned more[4];
    struct thread *writer;
    unsigned flags;
#else
    unsigned char flags;
    struct thread *writer;
#endif
};

enum { WRITERS_FIRST = 2 };

struct semaphore {
    unsigned value;
    int destroyed;
};

/* What static initialisers give has its place in glibc's types, and these are large enough. */
#if __SIZEOF_POINTER__ == 8
_Static_assert(__builtin_offsetof(struct mutex, kind) == 16 && sizeof(struct mutex) <= 40, "pthread_mutex_t");
_Static_assert(__builtin_offsetof(struct rwlock, flags) == 48 && sizeof(struct rwlock) <= 56, "pthread_rwlock_t");
#else
_Static_assert(__builtin_offsetof(struct mutex, kind) == 12 && sizeof(struct mutex) <= 24, "pthread_mutex_t");
_Static_assert(__builtin_offsetof(struct rwlock, flags) == 24 && sizeof(struct rwlock) <= 32, "pthread_rwlock_t");
#endif

/* Values of an object for call_once. */
enum { BEFORE, DURING, AFTER };
/* Values of a spinlock. */
enum { SPIN_HELD = 0, SPIN_FREE = 1, SPIN_DESTROYED = -1 };

struct instant {
    long seconds, fraction;
};

/* The engine knows the second one by its name. */
static struct thread first, *running = &first, *last = &first;

/* Whether a thread waits for this. */
static inline int waits(const struct thread *t, enum waiting what, const void *object) {
    return t->waiting == what && t->object == object;
}

static inline int any_waits(enum waiting what, const void *object) {
    for (const struct thread *t = &first; t != NULL; t = t->next)
        if (waits(t, what, object)) return 1;
    return 0;
}

/* A reader has to wait. */
static inline int must_not_read(const struct rwlock *l) {
    return l->writer != NULL || (l->flags == WRITERS_FIRST && any_waits(FOR_WRITING, l));
}

/* Other threads run until this one need not wait any more, or, when it waits for some time only, until any moment. */
static void wait_for(enum waiting what, const void *object, int timed);
/* Wakes all threads that wait for a signal from there, or one of them. */
static void signal_all(const void *object);
static void signal_one(const void *object);

static struct hold **find_hold(struct thread *t, const void *lock);
static struct thread *holder_of(const void *lock);
static void add_hold(const void *lock);
static void remove_hold(struct hold **at);

static int lock(struct mutex *m, int timed);
static int unlock(struct mutex *m);

/* ---- Cancellation (threads.c) ---- */

/* A request to end has come, or can no longer be followed. */
enum { NOT_CANCELLED, CANCELLED, EXITS };
/* Values of cancel_state and cancel_type. */
enum { CANCEL_ENABLED, CANCEL_DISABLED };
enum { CANCEL_DEFERRED, CANCEL_ASYNCHRONOUS };

/* Whether it ends at its next cancellation point. */
static inline int is_cancelled(const struct thread *t) {
    return t->cancelled == CANCELLED && t->cancel_state == CANCEL_ENABLED;
}

/* Whether it waits where a request wakes it. */
static inline int wakes_to_end(const struct thread *t) {
    return is_cancelled(t) &&
           (t->waiting == FOR_THREAD || t->waiting == FOR_POST || (t->waiting == FOR_SIGNAL && t->mutex != NULL));
}

static inline int is_invalid(const struct instant *i) {
    __bmc_reads(i, sizeof *i);
    return i->fraction < 0 || i->fraction > 999999999;
}

#endif
