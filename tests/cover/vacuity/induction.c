// flags:
// line: TRUE
// Proofs by induction: what no bound decides is shown by induction, too.
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, twice = 0;
    while (i < n) {
        i++;
        twice += 2;
    }
    __VERIFIER_assert(twice == 2 * i);
    if (i > n) {
        __VERIFIER_assert(i == 3); //1 assertion:unreached
        for (; i > n; i--) //1 loop:unreached
            twice++;
    }
    return 0;
}
