// expect: TRUE
// flags: -D CLAIM=__CPROVER_isnormald(x)
// expect: FALSE(assert)
// flags: -D CLAIM=!__CPROVER_isnanf(f)
// expect: FALSE(assert)
// flags: -D CLAIM=__CPROVER_fabs(x)>=0
// expect: FALSE(assert)
#ifndef CLAIM
#define CLAIM 1
#endif
double nondet_double(void);
float nondet_float(void);
int main(void) {
    double x = nondet_double();
    float f = nondet_float();
    __CPROVER_assert(__CPROVER_isnand(x) + __CPROVER_isinfd(x) + __CPROVER_isfinited(x) == 1, "one of three");
    __CPROVER_assert(!__CPROVER_isnormald(x) || __CPROVER_isfinited(x) && x != 0, "normal");
    __CPROVER_assert(!__CPROVER_isnormalf(__FLT_DENORM_MIN__) && __CPROVER_isnormalf(-__FLT_MIN__), "smallest");
    __CPROVER_assert(__CPROVER_signf(-0.0f) && !__CPROVER_signf(0.0f) && __CPROVER_signd(-1.0), "signs");
    __CPROVER_assert(__CPROVER_isinff(-__CPROVER_inff()) && __CPROVER_isinfld(__CPROVER_infl()), "infinite");
    __CPROVER_assert(__CPROVER_isunorderedf(f, f) == __CPROVER_isnanf(f), "unordered");
    __CPROVER_assert(__CPROVER_isgreaterd(2, 1) && __CPROVER_islessgreaterf(1, 2), "compared");
    __CPROVER_assert(__CPROVER_abs(-3) == 3 && __CPROVER_llabs(-5) == 5, "absolute");
    __CPROVER_assert(CLAIM, "claim"); // BUG
    return 0;
}
