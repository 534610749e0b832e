// The same with bounds only.
// flags: --bound 5
// expect: UNKNOWN(bound 5 reached: loop in main)
// flags: --no-induction --timeout 2
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n) i++;
    if (i != n) reach_error();
}
