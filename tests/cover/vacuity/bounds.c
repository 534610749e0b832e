// flags: --bound 3
// line: UNKNOWN(bound
// flags: --no-induction --bound 12
// line: TRUE
// What lies behind a loop that goes on for too long is not known. What stands on the way is.
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    __VERIFIER_assume(n < 12);
    while (i < n) {
        __VERIFIER_assert(i < 11);
        i++;
    }
    if (i > 20)
        __VERIFIER_assert(n > 20); //2 assertion:unreached
    __VERIFIER_assert(i == n);
    return 0;
}
