// The violation comes after a loop that is cut, at its last iteration only.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, last = 0;
    while (i < n) {
        last = i;
        i++;
    }
    if (last == 4000000000u) reach_error();
}
