// `#pragma CPROVER check disable`: what is violated there is not told, what is violated elsewhere is.
// flags: --check unsigned-overflow
// expect: UNKNOWN(unsupported: a violation of unsigned-overflow under `#pragma CPROVER check disable`)
// flags: --check unsigned-overflow --all
// expect: UNKNOWN(unsupported: a violation of unsigned-overflow under `#pragma CPROVER check disable`)
// flags: --check unsigned-overflow -D LEAST=1
// expect: TRUE
// flags: --check unsigned-overflow -D LEAST=1 -D BEHIND
// expect: FALSE(unsigned-overflow)
// flags: --check unsigned-overflow -D ENABLED
// expect: ERROR(`#pragma CPROVER check` is supported with push, pop and disable only)
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef LEAST
#define LEAST 0
#endif
static unsigned before(unsigned x) {
#pragma CPROVER check push
#pragma CPROVER check disable "pointer"
#pragma CPROVER check disable "unsigned-overflow"
    return x - 1;
#pragma CPROVER check pop
}
static unsigned behind(unsigned x) {
    return x + 1; // BUG
}
#ifdef ENABLED
#pragma CPROVER check push
#pragma CPROVER check enable "unsigned-overflow"
#pragma CPROVER check pop
#endif
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x < LEAST)
        return 0;
    unsigned y = before(x);
#ifdef BEHIND
    y = behind(x);
#endif
    return y == 7;
}
