// flags: -D CALL=__CPROVER_assigns(x)
// expect: UNKNOWN(unsupported: __CPROVER_assigns at unknown_functions.c:16)
// flags: -D CALL=__ESBMC_requires(x)
// expect: UNKNOWN(unsupported: __ESBMC_requires at unknown_functions.c:16)
// flags: -D CALL=__VERIFIER_something()
// expect: UNKNOWN(unsupported: __VERIFIER_something at unknown_functions.c:16)
// flags: -D CALL=__llbmc_something()
// expect: UNKNOWN(unsupported: __llbmc_something at unknown_functions.c:16)
// flags: -D CALL=__SEA_something()
// expect: UNKNOWN(unsupported: __SEA_something at unknown_functions.c:16)
// flags: -D CALL=something()
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    CALL;
    return 0;
}
