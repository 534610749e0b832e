/* Jumps of C (C11 7.13). Behind a call that may jump, the program looks at `__bmc_jump_to`, and goes on behind one of its calls of
 * setjmp (src/analysis/jumps). */
#include "threads.h"

/* Beginning of a `jmp_buf`. */
struct place {
    /* A variable of the activation that called setjmp. It holds the address of a variable of the thread. */
    void **mark;
    /* Which call it was. */
    uintptr_t site;
    /* The signals that were blocked, where the call said to keep them (POSIX, sigsetjmp). */
    uint64_t blocked;
    uintptr_t keeps_blocked;
};

/* The mark that the jump of the thread leads to; null where none is in flight. */
__thread void **__bmc_jump_to;
static __thread unsigned site;
static __thread int value;

void __bmc_jump_mark(struct place *place, void **mark, unsigned number, int keeps_blocked) {
    *mark = &__bmc_jump_to;
    place->mark = mark;
    place->site = number;
    place->keeps_blocked = keeps_blocked != 0;
    place->blocked = keeps_blocked ? running->blocked : 0;
}

unsigned __bmc_jump_site(void) { return site; }

int __bmc_jump_landed(void) {
    __bmc_jump_to = NULL;
    return value;
}

/* Whoever calls this is left by a jump. */
void __bmc_jump_flies(void) {}

/* The local variables of a function that calls setjmp. */
int __bmc_jump_lives(const void *local, size_t size) { return __bmc_readable(local, size); }

void __bmc_jump_keep(void *to, const void *local, size_t size) {
    if (__bmc_readable(local, size)) memcpy(to, local, size);
}

/* Bytes that differ may hold anything. No branch looks at them: they may be uninitialised. */
void __bmc_jump_forget(unsigned char *local, const unsigned char *kept, size_t size) {
    unsigned char any[1];
    for (size_t i = 0; i < size; i++) {
        unsigned char differs = (unsigned char)-(local[i] != kept[i]);
        local[i] = (unsigned char)((local[i] & ~differs) | (any[0] & differs));
    }
}

/* ---- What programs call ---- */

/* The pass has replaced direct calls. */
static int indirect(void) { __bmc_unsupported("a call of setjmp through a pointer or another type"); }
MODEL int setjmp(struct place *place) { return (void)place, indirect(); }
MODEL int _setjmp(struct place *place) { return (void)place, indirect(); }
MODEL int sigsetjmp(struct place *place, int mask) { return (void)place, (void)mask, indirect(); }
MODEL int __sigsetjmp(struct place *place, int mask) { return (void)place, (void)mask, indirect(); }

/* The read of a mark that has ended is a violation: the function that called setjmp has returned. */
void __bmc_jump_out(void *to, int with) {
    struct place *place = to;
    void **mark = place->mark;
    if (*mark != &__bmc_jump_to) __bmc_unsupported("a jump into another thread");
    if (place->keeps_blocked) running->blocked = place->blocked;
    site = (unsigned)place->site;
    value = with == 0 ? 1 : with;
    __bmc_jump_to = mark;
    __bmc_jump_flies();
}
MODEL void longjmp(struct place *place, int with) { __bmc_jump_out(place, with); }
MODEL void _longjmp(struct place *place, int with) { __bmc_jump_out(place, with); }
MODEL void siglongjmp(struct place *place, int with) { __bmc_jump_out(place, with); }
MODEL void __longjmp_chk(struct place *place, int with) { __bmc_jump_out(place, with); }
