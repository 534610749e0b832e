/* C++: static objects in functions, and what libstdc++ keeps of <thread>, <mutex>, <condition_variable>, <future> and <atomic> in its
 * library, on top of what pthread.h has. Its headers do the rest. */
#include "threads.h"

/* ---- std::thread ---- */

struct state {
    const void *const *table;
};

MODEL const struct type _ZTINSt6thread6_StateE = {_ZTVN10__cxxabiv117__class_type_infoE + 2, "NSt6thread6_StateE"};

MODEL void _ZNSt6thread6_StateD2Ev(void *self) { (void)self; }
MODEL void _ZNSt6thread6_StateD1Ev(void *self) { (void)self; }
MODEL void _ZNSt6thread6_StateD0Ev(void *self) { __bmc_delete(self, 0, 0); }

MODEL const void *const _ZTVNSt6thread6_StateE[5] = {
    NULL, &_ZTINSt6thread6_StateE, (const void *)_ZNSt6thread6_StateD1Ev, (const void *)_ZNSt6thread6_StateD0Ev,
    (const void *)pure_virtual};

typedef void member(void *);

/* What the thread deletes if it does not come to its end. */
static __thread struct state *own_state;

/* What a thread does: the call of a function, which is an object that the thread deletes. */
static void *run_state(void *state) {
    const void *const *table = ((struct state *)state)->table;
    own_state = state;
    ((member *)table[2])(state);
    own_state = NULL;
    ((member *)table[1])(state);
    return NULL;
}

static void start_thread(unsigned long *id, void *state) {
    __bmc_atomic_begin();
    struct thread *t = __bmc_obj_make(sizeof *t);
    t->start.posix = run_state;
    t->argument = state;
    add_thread(t, run, id);
}

MODEL void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    unsigned long *self, void **state, void (*unused)(void)) {
    (void)unused;
    void *taken = *state;
    *state = NULL;
    start_thread(self, taken);
}

static int join_or_detach(unsigned long id, int joins) {
    __bmc_atomic_begin();
    if (id == 0) return EINVAL;
    return joins ? join(id, NULL, 0) : detach(id);
}

MODEL void _ZNSt6thread4joinEv(unsigned long *self) {
    int error = join_or_detach(*self, 1);
    if (error != 0) throw_system_error(error);
    *self = 0;
}

MODEL void _ZNSt6thread6detachEv(unsigned long *self) {
    int error = join_or_detach(*self, 0);
    if (error != 0) throw_system_error(error);
    *self = 0;
}

/* A hint, or 0. */
MODEL unsigned _ZNSt6thread20hardware_concurrencyEv(void) { return (unsigned)__bmc_any_in(0, 1024); }

/* Ids are addresses, which nothing may follow from. */
MODEL size_t _ZNKSt4hashINSt6thread2idEEclERKS1_(const void *self, const void *id) {
    (void)self, (void)id;
    __bmc_unsupported("the hash of a std::thread::id");
}

/* How long is not known. */
MODEL void _ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE(
    long seconds, long fraction) {
    (void)seconds, (void)fraction;
    __bmc_cancellation_point();
}

/* ---- std::condition_variable ---- */

struct unique_lock {
    struct mutex *mutex;
    _Bool owns;
};

static void make_own_condition(struct condition *c) {
    __bmc_atomic_begin();
    make_condition(c);
}

MODEL void _ZNSt18condition_variableC1Ev(struct condition *self) { make_own_condition(self); }
MODEL void _ZNSt18condition_variableC2Ev(struct condition *self) { make_own_condition(self); }

MODEL void _ZNSt18condition_variableD1Ev(struct condition *self) {
    __bmc_atomic_begin();
    destroy_condition(self);
}
MODEL void _ZNSt18condition_variableD2Ev(struct condition *self) {
    __bmc_atomic_begin();
    destroy_condition(self);
}

MODEL void _ZNSt18condition_variable10notify_oneEv(struct condition *self) {
    __bmc_atomic_begin();
    check_condition(self);
    signal_one(self);
}

MODEL void _ZNSt18condition_variable10notify_allEv(struct condition *self) {
    __bmc_atomic_begin();
    check_condition(self);
    signal_all(self);
}

MODEL void _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(struct condition *self, struct unique_lock *l) {
    __bmc_atomic_begin();
    wait_on(self, l->mutex, 0);
}

static void notify_at_end(void *condition) {
    __bmc_atomic_begin();
    signal_all(condition);
}

static void unlock_at_end(void *mutex) {
    __bmc_atomic_begin();
    unlock(mutex);
}

/* The lock is kept until the thread's variables are gone. */
MODEL void _ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lockISt5mutexE(
    struct condition *c, struct unique_lock *l) {
    add_at_end(unlock_at_end, l->mutex, 1);
    add_at_end(notify_at_end, c, 1);
    l->mutex = NULL;
    l->owns = 0;
}

/* ---- std::call_once: what it calls, of each thread ---- */

MODEL __thread void *_ZSt15__once_callable;
MODEL __thread void (*_ZSt11__once_call)(void);
MODEL void __once_proxy(void) { _ZSt11__once_call(); }

/* ---- Static objects in functions: byte 0 of a guard says that they exist, byte 1 that they are being made ---- */

static int beside_others(void) { return __bmc_events() ? __bmc_events() == 2 : last != &first; }

MODEL int __cxa_guard_acquire(char *guard) {
    __bmc_atomic_begin();
    while (!guard[0] && guard[1]) {
        if (!beside_others() || *find_hold(running, guard) != NULL)
            __bmc_unsupported("a static object whose initialisation needs itself");
        wait_for(FOR_GUARD, guard, 0);
    }
    if (guard[0]) return 0;
    guard[1] = 1;
    if (beside_others()) add_hold(guard);
    return 1;
}

static void leave_guard(char *guard) {
    guard[1] = 0;
    struct hold **hold = find_hold(running, guard);
    if (*hold != NULL) remove_hold(hold);
}

MODEL void __cxa_guard_release(char *guard) {
    __bmc_atomic_begin();
    /* The program looks at this byte first. */
    __atomic_store_n(guard, 1, __ATOMIC_RELEASE);
    leave_guard(guard);
}

MODEL void __cxa_guard_abort(char *guard) {
    __bmc_atomic_begin();
    leave_guard(guard);
}

/* ---- Threads wait while a value is what it was, until they are woken; for the headers of `models/include/c++` ---- */

static int is_same(const unsigned char *p, const unsigned char *q, size_t size) {
    while (size > 0 && p[size - 1] == q[size - 1]) size--;
    return size == 0;
}

/* Whether it was woken. */
static int wait_while(const void *place, const void *value, size_t size, int timed) {
    if (!is_same(place, value, size)) return 1;
    wait_for(FOR_CHANGE, place, timed);
    int woken = running->signalled;
    running->signalled = 0;
    return woken;
}

/* Where threads are followed one after the other, only those runs go on in which the value is another one. */
void __bmc_wait_while(const void *place, const void *value, size_t size) {
    __bmc_atomic_begin();
    if (__bmc_events()) __bmc_await(FOR_SOME, NULL);
    wait_while(place, value, size, 0);
}

/* The same where whoever changes the value wakes all. */
void __bmc_wait_until_other(const void *place, const void *value, size_t size) {
    __bmc_atomic_begin();
    if (__bmc_events()) __bmc_await(FOR_ALL, NULL);
    wait_while(place, value, size, 0);
}

_Bool __bmc_wait_some_time(const void *place, const void *value, size_t size) {
    __bmc_atomic_begin();
    return !__bmc_events() && wait_while(place, value, size, 1);
}

void __bmc_notify(const void *place, int all) {
    __bmc_atomic_begin();
    if (__bmc_events()) return;
    unsigned count = 0;
    for (const struct thread *t = &first; t != NULL; t = t->next) count += waits(t, FOR_CHANGE, place) && !t->signalled;
    if (count == 0) return;
    unsigned chosen = all ? 0 : __bmc_choose(count);
    for (struct thread *t = &first; t != NULL; t = t->next)
        if (waits(t, FOR_CHANGE, place) && !t->signalled && (all || chosen-- == 0)) t->signalled = 1;
}

/* ---- std::shared_ptr: how many share an object, and how many only watch; in place of what headers do with weak orders ---- */

struct counted {
    const void *const *table;
    int uses, watchers;
};

/* The count before the change. */
static int count(int *of, int change) {
    __bmc_atomic_begin();
    int before = *of;
    *of = before + change;
    return before;
}

static int use_if_any(struct counted *c) {
    __bmc_atomic_begin();
    return c->uses > 0 && c->uses++ > 0;
}

static int uses(const struct counted *c) {
    __bmc_atomic_begin();
    return c->uses;
}

static void stop_watching(struct counted *c) {
    if (count(&c->watchers, -1) == 1) ((member *)c->table[3])(c);
}

#define COUNTED(name) _ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE##name
MODEL void COUNTED(15_M_add_ref_copyEv)(struct counted *self) { count(&self->uses, 1); }
MODEL void COUNTED(15_M_weak_add_refEv)(struct counted *self) { count(&self->watchers, 1); }
MODEL void COUNTED(15_M_weak_releaseEv)(struct counted *self) { stop_watching(self); }
MODEL _Bool COUNTED(23_M_add_ref_lock_nothrowEv)(struct counted *self) { return use_if_any(self) != 0; }
MODEL long _ZNKSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE16_M_get_use_countEv(const struct counted *self) {
    return uses(self);
}
/* Where a promise ends: only it learns the answer, so that this is no way to learn what others have done. */
struct shared {
    void *object;
    struct counted *count;
};
MODEL _Bool _ZNKSt12__shared_ptrINSt13__future_base13_State_baseV2ELN9__gnu_cxx12_Lock_policyE2EE6uniqueEv(
    const struct shared *self) {
    return self->count != NULL && uses(self->count) == 1;
}

/* All who use it watch as one. */
MODEL void COUNTED(10_M_releaseEv)(struct counted *self) {
    if (count(&self->uses, -1) != 1) return;
    ((member *)self->table[2])(self);
    stop_watching(self);
}

/* Whether threads have begun: headers choose cheaper operations where none has. */
MODEL char __libc_single_threaded = 0;
