/* The end of a thread by pthread_exit, thrd_exit or pthread_cancel in C++ (glibc's forced unwinding): something flies that no handler of a type catches
 * but that of abi::__forced_unwind, destructors run on the way, and `catch (...)` must throw it again. The pass over exceptions
 * puts these functions in the place of __bmc_exit_thread and __bmc_exception_resume where a program has landing pads. */
#include "threads.h"

/* It has no object, by which exceptions.c knows it. */
static __thread struct exception leaving;

/* Whether it lands anywhere below. */
static int lands_below(void) {
    unsigned count = __bmc_activations();
    for (unsigned n = 0; n < count - ending_depth; n++) {
        const struct clause *clauses = __bmc_clauses(n);
        if (clauses != NULL && lands(clauses, &leaving)) return 1;
    }
    return 0;
}

/* The activations that are left have nothing to run. */
NORETURN static void leave_thread(void) {
    if (ending != GOES_ON) violate(ending);
    /* What the thread still runs is not inside of them. */
    ending_depth = __bmc_activations();
    struct state *state = own_state;
    own_state = NULL;
    if (state != NULL) ((member *)state->table[1])(state);
    __bmc_atomic_begin();
    unwind();
}

/* The pass knows it by its name. */
void __bmc_exception_flies_on(struct exception *e) { __bmc_in_flight = e; }

/* In the place of __bmc_exit_thread. */
NORETURN void __bmc_exit_flies(void) {
    leaving.type = &_ZTIN10__cxxabiv115__forced_unwindE;
    if (!lands_below()) {
        __bmc_atomic_end();
        leave_thread();
    }
    if (running->cleanup != NULL)
        __bmc_unsupported("the end of a thread where both destructors and handlers of pthread_cleanup_push may have to run");
    __bmc_exception_flies_on(&leaving);
    __builtin_unreachable();
}

/* In the place of __bmc_exception_resume. */
void __bmc_exit_resumes(struct exception *e) {
    if (e == &leaving && !lands_below()) leave_thread();
    __bmc_exception_flies_on(e);
}
