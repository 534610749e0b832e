/* Signals. One that a thread sends to itself runs its handler at once, or when the thread unblocks it. Those of others may come at any
 * moment: __bmc_signals_come says whether that is followed. */
#include "threads.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
/* Several of these have other layouts, and one model serves all. */
#define LAYOUTS_KNOWN 0
#else
#define LAYOUTS_KNOWN 1
#endif

#define EINTR 4
#define SIGNALS 64
enum { ABORTED = 6, KILLED = 9, ALARM = 14, CHILD = 17, CONTINUED, STOPPED, STOPPED_TYPING, READS_TERMINAL, WRITES_TERMINAL, URGENT };
enum { TIMED = 26, PROFILED, RESIZED };
/* Those from here on are queued. */
enum { REAL_TIME = 34 };

/* Signals as a set of bits, the lowest for the number 1. */
#define BIT(number) (1ull << ((number) - 1))
#define UNBLOCKABLE (BIT(KILLED) | BIT(STOPPED))
/* glibc keeps two signals for itself. */
#define INTERNAL (BIT(32) | BIT(33))
#define KEPT (UNBLOCKABLE | INTERNAL)
#define STOPPING (BIT(STOPPED) | BIT(STOPPED_TYPING) | BIT(READS_TERMINAL) | BIT(WRITES_TERMINAL))
#define IGNORED (BIT(CHILD) | BIT(CONTINUED) | BIT(URGENT) | BIT(RESIZED))

static int is_signal(int number) { return number > 0 && number <= SIGNALS; }
static int is_usable(int number) { return is_signal(number) && !(INTERNAL & BIT(number)); }

static int result_of(int error) {
    if (error == 0) return 0;
    __bmc_set_errno(error);
    return -1;
}

/* ---- Sets, of glibc's size, of which it uses the first 64 bits ---- */

#define WORDS (1024 / (8 * (int)sizeof(unsigned long)))
struct signal_set {
    unsigned long words[WORDS];
};

#if __SIZEOF_LONG__ == 8
static uint64_t of_set(const struct signal_set *set) { return set->words[0]; }
static void to_set(struct signal_set *set, uint64_t signals) { set->words[0] = signals; }
#else
static uint64_t of_set(const struct signal_set *set) { return set->words[0] | (uint64_t)set->words[1] << 32; }
static void to_set(struct signal_set *set, uint64_t signals) {
    set->words[0] = (unsigned long)signals;
    set->words[1] = (unsigned long)(signals >> 32);
}
#endif

/* The same of a set that the library reads, or writes, for its caller. */
static uint64_t given_set(const struct signal_set *set) {
    __bmc_check_read(set, sizeof(uint64_t));
    __bmc_reads(set, sizeof(uint64_t));
    return of_set(set);
}
static void give_set(struct signal_set *set, uint64_t signals) {
    __bmc_check_write(set, sizeof(uint64_t));
    __bmc_writes(set, sizeof(uint64_t));
    to_set(set, signals);
}

MODEL int sigemptyset(struct signal_set *set) { return to_set(set, 0), 0; }
MODEL int sigfillset(struct signal_set *set) { return to_set(set, ~INTERNAL), 0; }

MODEL int sigaddset(struct signal_set *set, int number) {
    if (!is_usable(number)) return result_of(EINVAL);
    return to_set(set, of_set(set) | BIT(number)), 0;
}

MODEL int sigdelset(struct signal_set *set, int number) {
    if (!is_usable(number)) return result_of(EINVAL);
    return to_set(set, of_set(set) & ~BIT(number)), 0;
}

MODEL int sigismember(const struct signal_set *set, int number) {
    if (!is_signal(number)) return result_of(EINVAL);
    return (of_set(set) & BIT(number)) != 0;
}

MODEL int sigisemptyset(const struct signal_set *set) { return of_set(set) == 0; }

MODEL int sigandset(struct signal_set *to, const struct signal_set *a, const struct signal_set *b) {
    return to_set(to, of_set(a) & of_set(b)), 0;
}

MODEL int sigorset(struct signal_set *to, const struct signal_set *a, const struct signal_set *b) {
    return to_set(to, of_set(a) | of_set(b)), 0;
}

/* ---- What a signal does ---- */

/* glibc's siginfo_t. */
union signal_value {
    int number;
    void *pointer;
};
struct information {
    int number, error, code;
#if __SIZEOF_POINTER__ == 8
    int unused;
#endif
    int process;
    unsigned user;
    union signal_value value;
    char rest[128 - (__SIZEOF_POINTER__ == 8 ? 32 : 24)];
};
_Static_assert(sizeof(struct information) == 128, "siginfo_t");
/* Who sent it: a process, which may have sent a value with it, or a thread of the program. */
enum { BY_USER = 0, BY_QUEUE = -1, BY_THREAD = -6 };
struct sender {
    int code;
    _Bool other;
    union signal_value value;
};
static const struct sender by_thread = {.code = BY_THREAD}, by_other = {.code = BY_USER, .other = 1};

typedef void handler(int);
union signal_handler {
    handler *plain;
    void (*with_info)(int, struct information *, void *);
};
#define BY_DEFAULT ((handler *)0)
#define IGNORE ((handler *)1)
#define REFUSED ((handler *)(ptrdiff_t)-1)

/* glibc's struct sigaction. */
struct given_action {
    union signal_handler call;
    struct signal_set mask;
    int flags;
    void (*restorer)(void);
};
enum { WITH_INFO = 4, HAS_RESTORER = 0x4000000, RESTARTS = 0x10000000, NO_DEFER = 0x40000000, RESETS = (int)0x80000000u };

struct action {
    union signal_handler call;
    int flags;
    uint64_t mask;
};
static struct action actions[SIGNALS + 1];
/* Signals that have a handler; those that a timer will send. */
static uint64_t handled, timed;
/* What was sent to the process while it was blocked, and to any thread. */
static uint64_t process_pending, ever_pending;
static struct sender senders[SIGNALS + 1];

/* Whether signals of others are followed: the front end sets it. */
MODEL int __bmc_signals_come;

/* The registers of the interrupted thread, which nothing defines: to look at them is not supported. */
struct context;
extern struct context __bmc_signal_context;

static int has_threads(void) { return first.next != NULL || __bmc_events() == 2; }

static int is_handler(handler *function) { return function != BY_DEFAULT && function != IGNORE; }

static void check_timers(void) {
    if ((timed & handled) != 0 && !__bmc_signals_come) __bmc_unsupported("a signal handler that a timer calls");
}

static void run_abort_handler(void);

static void change_action(int number, struct action to) {
    actions[number] = to;
    if (is_handler(to.call.plain)) {
        if (__bmc_unchecked_signals() & BIT(number)) __bmc_unsupported("a handler of a signal of the machine, for what is not checked");
        handled |= BIT(number);
        if (number == ABORTED) abort_handler = run_abort_handler;
        check_timers();
        return;
    }
    handled &= ~BIT(number);
    if (to.call.plain == BY_DEFAULT && !(IGNORED & BIT(number))) return;
    if ((ever_pending & BIT(number)) && has_threads()) __bmc_unsupported("a pending signal that is ignored where there are threads");
    running->pending &= ~BIT(number);
    process_pending &= ~BIT(number);
}

static int may_change(int number) { return is_usable(number) && !(UNBLOCKABLE & BIT(number)); }

static handler *handle(int number, handler *function, int flags) {
    __bmc_atomic_begin();
    if (function == REFUSED || !may_change(number)) {
        __bmc_set_errno(EINVAL);
        return REFUSED;
    }
    handler *old = actions[number].call.plain;
    uint64_t mask = flags & NO_DEFER ? 0 : BIT(number);
    change_action(number, (struct action){.call.plain = function, .flags = flags | HAS_RESTORER, .mask = mask});
    return old;
}

MODEL handler *signal(int number, handler *function) { return handle(number, function, RESTARTS); }
MODEL handler *bsd_signal(int number, handler *function) { return handle(number, function, RESTARTS); }
MODEL handler *ssignal(int number, handler *function) { return handle(number, function, RESTARTS); }
/* What headers choose in strict modes of POSIX's. */
MODEL handler *__sysv_signal(int number, handler *function) { return handle(number, function, RESETS | NO_DEFER); }
MODEL handler *sysv_signal(int number, handler *function) { return handle(number, function, RESETS | NO_DEFER); }

MODEL int sigaction(int number, const struct given_action *restrict action, struct given_action *restrict old) {
    if (!LAYOUTS_KNOWN) __bmc_unsupported("sigaction on a big-endian target");
    __bmc_atomic_begin();
    if (!is_usable(number) || (action != NULL && !may_change(number))) return result_of(EINVAL);
    struct action before = actions[number];
    if (action != NULL) {
        __bmc_check_read(action, sizeof *action);
        __bmc_reads(action, sizeof *action);
        uint64_t mask = of_set(&action->mask) & ~UNBLOCKABLE;
        change_action(number, (struct action){.call = action->call, .flags = action->flags | HAS_RESTORER, .mask = mask});
    }
    if (old != NULL) {
        __bmc_check_write(old, sizeof *old);
        __bmc_writes(old, sizeof *old);
        old->call = before.call;
        old->flags = before.flags;
        old->restorer = NULL;
        to_set(&old->mask, before.mask);
    }
    return 0;
}

/* Without a handler most end the program. */
static void act_by_default(int number) {
    if (IGNORED & BIT(number)) return;
    if (STOPPING & BIT(number)) __bmc_unsupported("a signal that stops the program");
    __bmc_abort();
}

static struct information information_of(int number, struct sender by) {
    int process = by.other ? __bmc_any_in(0, INT_MAX) : own_process();
    return (struct information){
        .number = number, .code = by.code, .process = process, .user = __VERIFIER_nondet_uint(), .value = by.value};
}

/* The signal reaches the running thread; called without interrupts, which the handler allows. */
static void act(int number, struct sender by) {
    struct action a = actions[number];
    if (a.call.plain == IGNORE) return;
    if (a.call.plain == BY_DEFAULT) {
        act_by_default(number);
        return;
    }
    if (a.flags & RESETS) {
        actions[number].call.plain = BY_DEFAULT;
        handled &= ~BIT(number);
    }
    uint64_t before = running->blocked;
    running->blocked |= a.mask | (a.flags & NO_DEFER ? 0 : BIT(number));
    __bmc_atomic_end();
    if (a.flags & WITH_INFO) {
        struct information info = information_of(number, by);
        a.call.with_info(number, &info, &__bmc_signal_context);
    } else
        a.call.plain(number);
    running->blocked = before;
}

/* One of a set that is not empty: which one, is left open. */
static int choose_signal(uint64_t set) {
    int count = __builtin_popcountll(set);
    for (unsigned skipped = count > 1 ? __bmc_choose((unsigned)count) : 0; skipped > 0; skipped--) set &= set - 1;
    return __builtin_ctzll(set) + 1;
}

static uint64_t pending(void) { return running->pending | process_pending; }

/* One that is pending is so no more. */
static struct sender take_pending(int number) {
    if (running->pending & BIT(number)) {
        running->pending &= ~BIT(number);
        return by_thread;
    }
    process_pending &= ~BIT(number);
    return senders[number];
}

static int deliver_one(void) {
    __bmc_atomic_begin();
    uint64_t ready = pending() & ~running->blocked;
    if (ready == 0) return 0;
    int number = choose_signal(ready);
    act(number, take_pending(number));
    return 1;
}

static void deliver(void) {
    while (deliver_one()) {}
}

/* A real-time signal is queued as often as it is sent. */
static void check_queue(int number, uint64_t before) {
    if (number >= REAL_TIME && (before & BIT(number))) __bmc_unsupported("a real-time signal that is pending twice");
}

static int send_to_thread(int number) {
    __bmc_atomic_begin();
    if (number == 0) return 0;
    if (!is_usable(number)) return EINVAL;
    if (!(running->blocked & BIT(number))) {
        act(number, by_thread);
        return 0;
    }
    check_queue(number, running->pending);
    running->pending |= BIT(number);
    ever_pending |= BIT(number);
    return 0;
}

static int send_to_process(int number, struct sender by) {
    __bmc_atomic_begin();
    if (number == 0) return 0;
    if (!is_signal(number)) return EINVAL;
    if (INTERNAL & BIT(number)) __bmc_unsupported("a signal that the C library keeps for itself");
    if (has_threads() && is_handler(actions[number].call.plain))
        __bmc_unsupported("a signal to a process with threads");
    if (!(running->blocked & BIT(number))) {
        act(number, by);
        return 0;
    }
    check_queue(number, process_pending);
    if (!(process_pending & BIT(number))) senders[number] = by;
    process_pending |= BIT(number);
    ever_pending |= BIT(number);
    return 0;
}

MODEL int raise(int number) {
    int error = send_to_thread(number);
    deliver();
    return result_of(error);
}

static int send(int process, int number, struct sender by) {
    if (process < -1) __bmc_unsupported("a signal to a group of processes");
    /* Linux leaves the sender out of all processes. */
    if (process == -1 || (process != 0 && process != own_process())) {
        if (number < 0 || number > SIGNALS) return EINVAL;
        return __VERIFIER_nondet_bool() ? 0 : __VERIFIER_nondet_bool() ? EPERM : ESRCH;
    }
    int error = send_to_process(number, by);
    deliver();
    return error;
}

MODEL int gsignal(int number) {
    int error = send_to_thread(number);
    deliver();
    return result_of(error);
}

MODEL int kill(int process, int number) { return result_of(send(process, number, (struct sender){.code = BY_USER})); }

MODEL int sigqueue(int process, int number, union signal_value value) {
    if (process <= 0) __bmc_unsupported("sigqueue to a group of processes");
    return result_of(send(process, number, (struct sender){.code = BY_QUEUE, .value = value}));
}

MODEL int pthread_kill(unsigned long thread, int number) {
    if (thread != (unsigned long)running) __bmc_unsupported("a signal to another thread");
    if (!is_usable(number) && number != 0) return EINVAL;
    int error = send_to_thread(number);
    deliver();
    return error;
}

/* The program ends unless the handler jumps, whatever it does else. */
static void run_abort_handler(void) {
    running->blocked &= ~BIT(ABORTED);
    if (is_handler(actions[ABORTED].call.plain)) send_to_thread(ABORTED);
}

/* ---- What is kept away ---- */

enum { BLOCK, UNBLOCK, SET };

static int block(int how, const struct signal_set *set, struct signal_set *old) {
    uint64_t before = running->blocked;
    if (set != NULL) {
        uint64_t named = given_set(set) & ~KEPT;
        if (how < BLOCK || how > SET) return EINVAL;
        running->blocked = how == BLOCK ? before | named : how == UNBLOCK ? before & ~named : named;
    }
    if (old != NULL) give_set(old, before);
    deliver();
    return 0;
}

MODEL int pthread_sigmask(int how, const struct signal_set *restrict set, struct signal_set *restrict old) {
    return block(how, set, old);
}

MODEL int sigprocmask(int how, const struct signal_set *restrict set, struct signal_set *restrict old) {
    return result_of(block(how, set, old));
}

MODEL int sigpending(struct signal_set *set) {
    __bmc_atomic_begin();
    if (timed & running->blocked && !__bmc_signals_come) __bmc_unsupported("whether a timer has sent its signal");
    if (__bmc_signals_come) process_pending |= __VERIFIER_nondet_ulonglong() & running->blocked & ~INTERNAL;
    give_set(set, pending() & running->blocked);
    return 0;
}

/* ---- Waiting ---- */

#define NOT_FOLLOWED "a wait for a signal of others"

/* Any signal of a set that others may send. */
static void receive(uint64_t set) {
    __bmc_atomic_begin();
    if (!__bmc_signals_come) __bmc_unsupported(NOT_FOLLOWED);
    /* It waits for ever. */
    if (set == 0) {
        __bmc_waits_for_ever();
        __bmc_end_path();
    }
    act(choose_signal(set), by_other);
}

MODEL int pause(void) {
    __bmc_cancellation_point();
    receive(handled & ~running->blocked);
    return result_of(EINTR);
}

MODEL int sigsuspend(const struct signal_set *set) {
    __bmc_cancellation_point();
    uint64_t before = running->blocked;
    running->blocked = given_set(set) & ~KEPT;
    if ((pending() & ~running->blocked & handled) != 0)
        deliver();
    else {
        deliver();
        receive(handled & ~running->blocked);
    }
    running->blocked = before;
    deliver();
    return result_of(EINTR);
}

/* Takes one of a set, which is blocked, without its handler. */
static struct information await_signal(uint64_t set) {
    __bmc_atomic_begin();
    __bmc_cancellation_point();
    uint64_t there = pending() & set;
    if (there == 0 && !__bmc_signals_come) __bmc_unsupported(NOT_FOLLOWED);
    if (set == 0) {
        __bmc_waits_for_ever();
        __bmc_end_path();
    }
    int number = choose_signal(there != 0 ? there : set);
    return information_of(number, there != 0 ? take_pending(number) : by_other);
}

static int wait_with_information(uint64_t set, struct information *to) {
    struct information info = await_signal(set);
    /* glibc tells no difference. */
    if (info.code == BY_THREAD) info.code = BY_USER;
    if (to != NULL) {
        __bmc_writes(to, sizeof *to);
        *to = info;
    }
    return info.number;
}

MODEL int sigwait(const struct signal_set *restrict set, int *restrict number) {
    int came = wait_with_information(given_set(set) & ~KEPT, NULL);
    __bmc_writes(number, sizeof *number);
    *number = came;
    return 0;
}

MODEL int sigwaitinfo(const struct signal_set *restrict set, struct information *restrict to) {
    return wait_with_information(given_set(set) & ~KEPT, to);
}

MODEL int sigtimedwait(
    const struct signal_set *restrict set, struct information *restrict to, const struct instant *restrict time) {
    __bmc_check_read(time, sizeof *time);
    if (is_invalid(time)) return result_of(EINVAL);
    uint64_t named = given_set(set) & ~KEPT;
    if ((pending() & named) == 0 && (!__bmc_signals_come || __VERIFIER_nondet_bool())) {
        if (timed & named && !__bmc_signals_come) __bmc_unsupported("whether a timer has sent its signal");
        return result_of(EAGAIN);
    }
    return wait_with_information(named, to);
}

/* ---- Timers, which send a signal of others ---- */

static void start_timer(int number) {
    __bmc_atomic_begin();
    timed |= BIT(number);
    check_timers();
}

/* What is left of the time; nothing where none was set. */
static unsigned time_left(void) { return timed & BIT(ALARM) ? __VERIFIER_nondet_uint() : 0; }

MODEL unsigned alarm(unsigned seconds) {
    unsigned left = time_left();
    if (seconds != 0) start_timer(ALARM);
    return left;
}

MODEL unsigned ualarm(unsigned microseconds, unsigned interval) {
    (void)interval;
    unsigned left = time_left();
    if (microseconds != 0) start_timer(ALARM);
    return left;
}

struct timer_setting {
    struct instant interval, value;
};

static int timer_signal(int which) { return which == 0 ? ALARM : which == 1 ? TIMED : which == 2 ? PROFILED : 0; }

static long any_time_left(void) {
    long seconds = __VERIFIER_nondet_long();
    __bmc_assume(seconds >= 0);
    return seconds;
}

static void tell_timer(struct timer_setting *to) {
    __bmc_writes(to, sizeof *to);
    to->interval = (struct instant){any_time_left(), __bmc_any_in(0, 999999)};
    to->value = (struct instant){any_time_left(), __bmc_any_in(0, 999999)};
}

MODEL int getitimer(int which, struct timer_setting *to) {
    if (timer_signal(which) == 0) return result_of(EINVAL);
    __bmc_check_write(to, sizeof *to);
    tell_timer(to);
    return 0;
}

MODEL int setitimer(int which, const struct timer_setting *restrict new, struct timer_setting *restrict old) {
    if (new == NULL) __bmc_unsupported("setitimer without a setting");
    struct timer_setting to = *new;
    int number = timer_signal(which);
    if (number == 0 || to.value.fraction < 0 || to.value.fraction > 999999 || to.value.seconds < 0) return result_of(EINVAL);
    if (old != NULL) tell_timer(old);
    if (to.value.seconds != 0 || to.value.fraction != 0) start_timer(number);
    return 0;
}

MODEL int timer_create(int clock, void *event, void *timer) {
    (void)clock, (void)event, (void)timer;
    __bmc_unsupported("timer_create");
}

/* ---- The rest ---- */

MODEL int __libc_current_sigrtmin(void) { return REAL_TIME; }
MODEL int __libc_current_sigrtmax(void) { return SIGNALS; }

/* Where handlers run is not seen. */
MODEL int sigaltstack(const void *restrict stack, void *restrict old) {
    if (old != NULL) __bmc_unsupported("sigaltstack that asks for the old stack");
    if (stack != NULL) __bmc_check_read(stack, 3 * sizeof(void *));
    return 0;
}

/* Calls that wait are not interrupted. */
MODEL int siginterrupt(int number, int interrupts) {
    (void)interrupts;
    return is_usable(number) ? 0 : result_of(EINVAL);
}

MODEL void psignal(int number, const char *s) {
    (void)number;
    if (s != NULL) __bmc_strlen(s);
}

MODEL int killpg(int group, int number) {
    (void)group, (void)number;
    __bmc_unsupported("a signal to a group of processes");
}

MODEL int tgkill(int process, int thread, int number) {
    (void)process, (void)thread, (void)number;
    __bmc_unsupported("tgkill");
}

/* What System V had before. */
MODEL handler *sigset(int number, handler *function) {
    (void)number, (void)function;
    __bmc_unsupported("sigset");
}
MODEL int sighold(int number) { (void)number, __bmc_unsupported("sighold"); }
MODEL int sigrelse(int number) { (void)number, __bmc_unsupported("sigrelse"); }
MODEL int sigignore(int number) { (void)number, __bmc_unsupported("sigignore"); }
MODEL int sigpause(int number) { (void)number, __bmc_unsupported("sigpause"); }

MODEL int signalfd(int descriptor, const void *set, int flags) {
    (void)descriptor, (void)set, (void)flags;
    __bmc_unsupported("signalfd");
}

/* Any signals of others may come here. The front end calls it where signals of others are followed (src/analysis/arrivals.rs). */
void __bmc_signals_arrive(void) {
    while ((handled & ~running->blocked) != 0 && __VERIFIER_nondet_bool()) receive(handled & ~running->blocked);
}
