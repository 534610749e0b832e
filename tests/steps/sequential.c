// Undefined behaviour in code of one thread.
// flags: --encoding steps --check overflow
// expect: FALSE(signed-overflow)
// flags: --encoding steps --check division -D DIVISION
// expect: FALSE(division-by-zero|division-overflow)
// flags: --encoding steps --check memory -D ARRAY
// expect: FALSE
// flags: --encoding steps --check assert -D ARRAY
// expect: UNKNOWN(undefined)|UNKNOWN
// flags: --encoding steps -D FINE
// expect: TRUE
int nondet_int(void);

int main(void) {
    int a = nondet_int(), b = nondet_int(), c[5] = {0};
#ifdef DIVISION
    return a / b; // BUG
#elif defined ARRAY
    return c[(unsigned)a % 6]; // BUG
#elif defined FINE
    return (a & 0xff) + (b & 0xff) + c[(unsigned)a % 5];
#else
    return a + b; // BUG
#endif
}
