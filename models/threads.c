/* pthread.h: threads and their attributes, what each keeps for itself, what is done once. */
#include "threads.h"

struct attributes {
    int detached, policy, priority, inherit;
    size_t guard, stack_size;
    void *stack;
};

/* ---- Keys ---- */

enum { ROUNDS = 4 };

struct key {
    struct key *next;
    unsigned number;
    void (*destructor)(void *);
};

/* In the order of their numbers. */
static struct key *keys;

/* Where the list names the key, or the first one after it. */
static struct key **find_key(unsigned number) {
    struct key **at = &keys;
    while (*at != NULL && (*at)->number < number) at = &(*at)->next;
    return at;
}

static int is_key(unsigned number) {
    const struct key *k = *find_key(number);
    if (k != NULL && k->number == number) return 1;
    __bmc_misuse();
    return 0;
}

static struct value **find_value(unsigned key) {
    struct value **at = &running->values;
    while (*at != NULL && (*at)->key < key) at = &(*at)->next;
    return at;
}

static int make_key(unsigned *number, void (*destructor)(void *)) {
    unsigned free = 0;
    struct key **at = &keys;
    for (; *at != NULL && (*at)->number == free; at = &(*at)->next) free++;
    struct key *k = __bmc_obj_make(sizeof *k);
    k->number = free;
    k->destructor = destructor;
    k->next = *at;
    *at = k;
    __bmc_writes(number, sizeof *number);
    *number = free;
    return 0;
}

static int delete_key(unsigned number) {
    if (!is_key(number)) return EINVAL;
    if (__bmc_events() == 2) __bmc_unsupported("pthread_key_delete beside other threads");
    struct key **at = find_key(number), *k = *at;
    *at = k->next;
    __bmc_obj_free(k);
    for (struct thread *t = &first; t != NULL; t = t->next)
        for (struct value **v = &t->values; *v != NULL;) {
            struct value *old = *v;
            if (old->key == number) {
                *v = old->next;
                __bmc_obj_free(old);
            } else
                v = &old->next;
        }
    return 0;
}

static const void *kept(unsigned key) {
    if (!is_key(key)) return NULL;
    const struct value *v = *find_value(key);
    return v != NULL && v->key == key ? v->value : NULL;
}

static int keep(unsigned key, const void *value) {
    if (!is_key(key)) return EINVAL;
    struct value **at = find_value(key), *v = *at;
    if (v != NULL && v->key == key) {
        if (value != NULL)
            v->value = value;
        else {
            *at = v->next;
            __bmc_obj_free(v);
        }
    } else if (value != NULL) {
        v = __bmc_obj_make(sizeof *v);
        v->key = key;
        v->value = value;
        v->next = *at;
        *at = v;
    }
    return 0;
}

/* Takes a value that has a destructor, and says which. */
static const void *take_value(unsigned *from, void (**destructor)(void *)) {
    for (const struct value *v = running->values; v != NULL; v = v->next)
        if (v->key >= *from) {
            *from = v->key + 1;
            *destructor = (*find_key(v->key))->destructor;
            if (*destructor == NULL) continue;
            const void *value = v->value;
            keep(v->key, NULL);
            return value;
        }
    return NULL;
}

MODEL int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
    __bmc_atomic_begin();
    return make_key(key, destructor);
}

MODEL int pthread_key_delete(unsigned key) {
    __bmc_atomic_begin();
    return delete_key(key);
}

MODEL void *pthread_getspecific(unsigned key) {
    __bmc_atomic_begin();
    return (void *)kept(key);
}

MODEL int pthread_setspecific(unsigned key, const void *value) {
    __bmc_atomic_begin();
    return keep(key, value);
}

/* ---- Threads ---- */

/* Nobody can ask for it any more, nor for what it gave. */
static void forget(struct thread *t) {
    if (__bmc_events()) return;
    t->result = NULL;
    if (t == &first) return;
    struct thread *before = &first;
    while (before->next != t) before = before->next;
    before->next = t->next;
    if (last == t) last = before;
}

/* Ends the running thread; called without interrupts, which the destructors allow. */
NORETURN static void finish(void *result) {
    if (running->cleanup != NULL) {
        /* Its function has returned between push and pop. */
        __bmc_misuse();
        running->cleanup = NULL;
    }
    running->result = result;
    if (any_own_ends && own_ends != NULL) {
        __bmc_atomic_end();
        end_own_variables();
        __bmc_atomic_begin();
    }
    for (int round = 0; round < ROUNDS && running->values != NULL; round++) {
        unsigned from = 0;
        void (*destructor)(void *);
        const void *value;
        while ((value = take_value(&from, &destructor)) != NULL) {
            __bmc_atomic_end();
            destructor((void *)value);
            __bmc_atomic_begin();
        }
    }
    if (__bmc_events() == 2) {
        running->ended = 1;
        __bmc_end_thread();
    }
    int others = 0;
    for (const struct thread *t = &first; t != NULL; t = t->next) others |= t != running && !t->ended;
    if (!others) {
        ends_with(0);
        __bmc_end_program();
    }
    running->values = NULL;
    const struct thread *other = who_misses();
    if (other != NULL) {
        __bmc_waits_for_ever();
        __bmc_deadlock(other->frame);
    }
    running->ended = 1;
    running->frame = NULL;
    if (running->detached) forget(running);
    __bmc_end_thread();
}

static void run(void *own) {
    __bmc_private();
    struct thread *t = own;
    if (__bmc_events()) running = t;
    void *argument = t->argument;
    void *(*start)(void *) = t->start.posix;
    /* It is the thread's to keep. */
    t->argument = NULL;
    __bmc_atomic_end();
    void *result = start(argument);
    __bmc_atomic_begin();
    finish(result);
}

static void add_thread(struct thread *t, void (*by)(void *), unsigned long *id) {
    t->blocked = running->blocked;
    if (__bmc_events()) {
        *id = (unsigned long)t;
        __bmc_start(by, t);
        return;
    }
    t->frame = __bmc_make_frame(by, t);
    for (const struct thread *other = &first; other != NULL;)
        if (other->number == t->number) {
            if (t->number == 65535) __bmc_unsupported("more than 65,536 threads");
            t->number++;
            other = &first;
        } else
            other = other->next;
    last->next = t;
    last = t;
    __bmc_writes(id, sizeof *id);
    *id = (unsigned long)t;
}

MODEL int pthread_create(
    unsigned long *restrict id, const struct attributes *restrict a, void *(*start)(void *), void *restrict argument) {
    __bmc_atomic_begin();
    if (a != NULL) __bmc_reads(a, sizeof *a);
    struct thread *t = __bmc_obj_make(sizeof *t);
    t->start.posix = start;
    t->argument = argument;
    t->detached = a != NULL && a->detached;
    add_thread(t, run, id);
    return 0;
}

/* Runs the handlers that are pushed, the last one first, then ends the thread; called without interrupts. */
NORETURN static void unwind(void) {
    while (running->cleanup != NULL) {
        struct cleanup *last_pushed = running->cleanup;
        running->cleanup = last_pushed->outer;
        if (!last_pushed->is_handler) {
            __bmc_jump_out(last_pushed->place, 1);
            __builtin_unreachable();
        }
        void (*handler)(void *) = (void (*)(void *))last_pushed->place[0];
        void *argument = last_pushed->place[1];
        __bmc_atomic_end();
        handler(argument);
        __bmc_atomic_begin();
    }
    finish(running->result);
}

/* Destructors may have to run instead (unwinding.c). */
NORETURN void __bmc_exit_thread(void) { unwind(); }

NORETURN MODEL void pthread_exit(void *result) {
    __bmc_atomic_begin();
    running->result = result;
    running->cancelled = EXITS;
    __bmc_exit_thread();
}

/* The thread of that id; null when it is none, or one that is joined, or detached and ended. */
static struct thread *thread_of(unsigned long id) {
    if (__bmc_events()) {
        struct thread *t = (struct thread *)id;
        if (__bmc_is_thread(t) && !(t->ended && (t->joined || t->detached))) return t;
        __bmc_misuse();
        return NULL;
    }
    for (struct thread *t = &first; t != NULL; t = t->next)
        if ((unsigned long)t == id && !(t->ended && (t->joined || t->detached))) return t;
    __bmc_misuse();
    return NULL;
}

/* Waits for the end of a thread; nobody may do so again. */
static int join(unsigned long id, void **result, int timed) {
    struct thread *t = thread_of(id);
    if (t == NULL) return ESRCH;
    if (t == running) return EDEADLK;
    if (t->detached || t->joined) {
        __bmc_misuse();
        return EINVAL;
    }
    /* glibc looks for a request only where it has to wait, POSIX says before. */
    if (t->ended)
        __bmc_optional_cancellation_point();
    else
        __bmc_cancellation_point();
    t->joined = 1;
    while (!t->ended) {
        wait_for(FOR_THREAD, t, timed);
        if (is_cancelled(running)) {
            t->joined = 0;
            __bmc_cancellation_point();
        }
        if (timed && !t->ended) {
            __bmc_unordered();
            t->joined = 0;
            return ETIMEDOUT;
        }
    }
    __bmc_sync(JOINS, t, NULL);
    if (result != NULL) {
        __bmc_writes(result, sizeof *result);
        *result = t->result;
    }
    forget(t);
    return 0;
}

static int detach(unsigned long id) {
    struct thread *t = thread_of(id);
    if (t == NULL) return ESRCH;
    if (t->detached || t->joined) {
        __bmc_misuse();
        return EINVAL;
    }
    t->detached = 1;
    if (t->ended) forget(t);
    return 0;
}

MODEL int pthread_join(unsigned long id, void **result) {
    __bmc_atomic_begin();
    return join(id, result, 0);
}

MODEL int pthread_tryjoin_np(unsigned long id, void **result) {
    __bmc_atomic_begin();
    const struct thread *t = thread_of(id);
    if (t == NULL) return ESRCH;
    if (t->ended) return join(id, result, 0);
    __bmc_unordered();
    return EBUSY;
}

MODEL int pthread_timedjoin_np(unsigned long id, void **result, const struct instant *until) {
    __bmc_atomic_begin();
    if (is_invalid(until)) return EINVAL;
    return join(id, result, 1);
}

MODEL int pthread_clockjoin_np(unsigned long id, void **result, int clock, const struct instant *until) {
    __bmc_atomic_begin();
    if ((clock != 0 && clock != 1) || is_invalid(until)) return EINVAL;
    return join(id, result, 1);
}

MODEL int pthread_detach(unsigned long id) {
    __bmc_atomic_begin();
    return detach(id);
}

MODEL unsigned long pthread_self(void) {
    __bmc_private();
    return (unsigned long)running;
}

MODEL int pthread_equal(unsigned long a, unsigned long b) { return a == b; }

static void give_way(void) {
    __bmc_atomic_begin();
    wait_for(FOR_NOTHING, NULL, 0);
}

MODEL int sched_yield(void) { return give_way(), 0; }
MODEL int pthread_yield(void) { return give_way(), 0; }

/* ---- Once ---- */

static void do_once(int *flag, void (*initialise)(void)) {
    __bmc_atomic_begin();
    while (*flag == DURING) wait_for(FOR_ONCE, flag, 0);
    if (*flag == AFTER) return;
    *flag = DURING;
    add_hold(flag);
    __bmc_atomic_end();
    __bmc_attempt(initialise);
    struct exception *e = take_flying();
    __bmc_atomic_begin();
    remove_hold(find_hold(running, flag));
    *flag = e == NULL ? AFTER : BEFORE;
    if (e == NULL) return;
    /* Another thread may try again. */
    __bmc_atomic_end();
    __bmc_exception_resume(e);
}

MODEL int pthread_once(int *flag, void (*initialise)(void)) { return do_once(flag, initialise), 0; }

/* ---- Cancellation (POSIX, XSH 2.9.5). What follows it is in programs that may cancel (src/analysis/substitutes.rs) ---- */

void __bmc_cancellation_point(void) {}
void __bmc_optional_cancellation_point(void) {}
void __bmc_waits_for_ever(void) {}

/* In the place of these. */
void __bmc_cancels_here(void) {
    __bmc_atomic_begin();
    if (!is_cancelled(running)) return;
    running->cancelled = EXITS;
    running->result = (void *)-1;
    __bmc_exit_thread();
}

void __bmc_may_cancel_here(void) {
    __bmc_atomic_begin();
    if (is_cancelled(running) && __bmc_choose(2)) __bmc_cancels_here();
}

void __bmc_may_cancel_who_waits(void) { __bmc_unsupported("a wait for ever of a thread that may be cancelled"); }

/* A thread whose type is asynchronous ends at once. */
static void follow_asynchronous(void) {
    if (running->cancel_type == CANCEL_ASYNCHRONOUS) __bmc_cancellation_point();
}

MODEL int pthread_setcancelstate(int state, int *old) {
    __bmc_atomic_begin();
    if (state != CANCEL_ENABLED && state != CANCEL_DISABLED) return EINVAL;
    if (old != NULL) {
        __bmc_writes(old, sizeof *old);
        *old = running->cancel_state;
    }
    running->cancel_state = state;
    follow_asynchronous();
    return 0;
}

MODEL int pthread_setcanceltype(int type, int *old) {
    __bmc_atomic_begin();
    if (type != CANCEL_DEFERRED && type != CANCEL_ASYNCHRONOUS) return EINVAL;
    if (old != NULL) {
        __bmc_writes(old, sizeof *old);
        *old = running->cancel_type;
    }
    running->cancel_type = type;
    follow_asynchronous();
    return 0;
}

MODEL void pthread_testcancel(void) { __bmc_cancellation_point(); }

MODEL int pthread_cancel(unsigned long id) {
    __bmc_atomic_begin();
    if (__bmc_events()) __bmc_unsupported("pthread_cancel");
    struct thread *t = thread_of(id);
    if (t == NULL) return ESRCH;
    if (t->cancelled != NOT_CANCELLED || t->ended) return 0;
    t->cancelled = CANCELLED;
    if (t == running)
        follow_asynchronous();
    else if (is_cancelled(t) && t->cancel_type == CANCEL_ASYNCHRONOUS)
        __bmc_unsupported("asynchronous cancellation");
    return 0;
}

/* What pthread_cleanup_push and _pop are made of. */
static void push(struct cleanup *c, int is_handler) {
    __bmc_private();
    c->is_handler = is_handler;
    c->outer = running->cleanup;
    running->cleanup = c;
}

MODEL void __pthread_register_cancel(struct cleanup *c) { push(c, 0); }

MODEL void __bmc_cleanup_push(struct cleanup *c, void (*handler)(void *), void *argument) {
    push(c, 1);
    c->place[0] = (void *)handler;
    c->place[1] = argument;
}

MODEL void __pthread_unregister_cancel(struct cleanup *c) {
    __bmc_private();
    running->cleanup = c->outer;
}

/* The handler has run. */
MODEL NORETURN void __pthread_unwind_next(struct cleanup *c) {
    (void)c;
    __bmc_atomic_begin();
    unwind();
}

/* Called by fork alone, which is not supported. */
MODEL int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    return (void)prepare, (void)parent, (void)child, 0;
}

/* ---- What has no effect here ---- */

MODEL int pthread_setconcurrency(int level) { return level < 0 ? EINVAL : 0; }
MODEL int pthread_setname_np(unsigned long id, const char *name) { return (void)id, (void)name, 0; }
MODEL int pthread_setaffinity_np(unsigned long id, size_t size, const void *set) {
    return (void)id, (void)size, (void)set, 0;
}

/* ---- Attributes ---- */

MODEL int pthread_attr_init(struct attributes *a) {
    *a = (struct attributes){.guard = 4096, .stack_size = 8 << 20};
    return 0;
}

MODEL int pthread_attr_destroy(struct attributes *a) { return (void)a, 0; }

MODEL int pthread_attr_setdetachstate(struct attributes *a, int detached) {
    if (detached != 0 && detached != 1) return EINVAL;
    a->detached = detached;
    return 0;
}

MODEL int pthread_attr_getdetachstate(const struct attributes *a, int *detached) {
    return *detached = a->detached, 0;
}

#define LEAST_STACK 16384

MODEL int pthread_attr_setstacksize(struct attributes *a, size_t size) {
    if (size < LEAST_STACK) return EINVAL;
    a->stack_size = size;
    return 0;
}

MODEL int pthread_attr_getstacksize(const struct attributes *restrict a, size_t *restrict size) {
    return *size = a->stack_size, 0;
}

MODEL int pthread_attr_setstack(struct attributes *a, void *stack, size_t size) {
    if (size < LEAST_STACK) return EINVAL;
    a->stack = stack;
    a->stack_size = size;
    return 0;
}

MODEL int pthread_attr_getstack(
    const struct attributes *restrict a, void **restrict stack, size_t *restrict size) {
    *stack = a->stack;
    *size = a->stack_size;
    return 0;
}

MODEL int pthread_attr_setguardsize(struct attributes *a, size_t size) { return a->guard = size, 0; }
MODEL int pthread_attr_getguardsize(const struct attributes *restrict a, size_t *restrict size) {
    return *size = a->guard, 0;
}

MODEL int pthread_attr_setscope(struct attributes *a, int scope) {
    (void)a;
    return scope == 0 ? 0 : scope == 1 ? ENOTSUP : EINVAL;
}
MODEL int pthread_attr_getscope(const struct attributes *restrict a, int *restrict scope) {
    return (void)a, *scope = 0, 0;
}

MODEL int pthread_attr_setinheritsched(struct attributes *a, int inherit) {
    if (inherit != 0 && inherit != 1) return EINVAL;
    a->inherit = inherit;
    return 0;
}
MODEL int pthread_attr_getinheritsched(const struct attributes *restrict a, int *restrict inherit) {
    return *inherit = a->inherit, 0;
}

MODEL int pthread_attr_setschedpolicy(struct attributes *a, int policy) {
    if (policy < 0 || policy > 2) return EINVAL;
    a->policy = policy;
    return 0;
}
MODEL int pthread_attr_getschedpolicy(const struct attributes *restrict a, int *restrict policy) {
    return *policy = a->policy, 0;
}

MODEL int pthread_attr_setschedparam(struct attributes *restrict a, const int *restrict priority) {
    return a->priority = *priority, 0;
}
MODEL int pthread_attr_getschedparam(const struct attributes *restrict a, int *restrict priority) {
    return *priority = a->priority, 0;
}
