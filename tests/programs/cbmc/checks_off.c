// `#pragma CPROVER check disable`: a check is off where its own name is told, and nothing else.
// flags: --check unsigned-overflow
// expect: TRUE
// flags: --check unsigned-overflow -D OTHER
// expect: FALSE(unsigned-overflow)
// flags: --check unsigned-overflow -D WITHIN
// expect: UNKNOWN(unsupported: a violation of unsigned-overflow under `#pragma CPROVER check disable`)
// flags: --check unsigned-overflow -D WITHIN --all
// expect: UNKNOWN(unsupported: a violation of unsigned-overflow under `#pragma CPROVER check disable`)
// flags: --check unsigned-overflow -D SPAM
// expect: UNKNOWN(unsupported: a violation of unsigned-overflow under `#pragma CPROVER check disable`)
// flags: --check unsigned-overflow -D BEHIND
// expect: FALSE(unsigned-overflow)
// flags: --check assert -D WRAPS
// expect: FALSE(assert)
// flags: --check unsigned-overflow -D ENABLED
// expect: FALSE(unsigned-overflow)
// flags: --check unsigned-overflow -D UNKNOWN
// expect: ERROR(`#pragma CPROVER check` needs push, pop, or disable or enable with the name of a check)
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);
#define OFF _Pragma("CPROVER check push") _Pragma("CPROVER check disable \"unsigned-overflow\"")
#define ON _Pragma("CPROVER check pop")
static unsigned before(unsigned x) {
#pragma CPROVER check push
#pragma CPROVER check disable "pointer"
#ifdef SPAM
#pragma CPROVER check disable "spam"
#elif !defined OTHER
#pragma CPROVER check disable "unsigned-overflow"
#endif
    x -= 3; // BUG
    x *= 5;
    return x;
#pragma CPROVER check pop
}
/* Several regions in one line. */
static unsigned line(unsigned x) { OFF x--; ON if (x == 0) return 1; OFF x = -x; ON return x; }
#ifdef WITHIN
static unsigned within(unsigned x) { return OFF x - 3 ON; }
#endif
static unsigned behind(unsigned x) {
    return x + 1; // BUG
}
#ifdef ENABLED
#pragma CPROVER check push
#pragma CPROVER check disable "unsigned-overflow"
static unsigned enabled(unsigned x) {
    x += 1;
#pragma CPROVER check push
#pragma CPROVER check enable "unsigned-overflow"
    x += 2; // BUG
#pragma CPROVER check pop
    return x + 3;
}
#pragma CPROVER check pop
#endif
#ifdef UNKNOWN
#pragma CPROVER check only "unsigned-overflow"
#endif
int main(void) {
    unsigned x = __VERIFIER_nondet_bool();
    unsigned y = before(x) + line(x) % 7;
#ifdef WITHIN
    y = within(x);
#endif
#ifdef ENABLED
    y = enabled(~0u - x);
#endif
#ifdef BEHIND
    y = behind(~0u);
#endif
#ifdef WRAPS
    __VERIFIER_assert(before(x) != ~0u - 9); // BUG
#endif
    return y == 7;
}
