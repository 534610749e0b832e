// The counter of elements wraps around before the loop ends.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int a[10000000];
int main(void) {
    unsigned k = __VERIFIER_nondet_uint();
    unsigned short at = 0;
    for (int i = 0; i < 10000000; i++) a[at++] = i < 70000 ? 1 : 2;
    if (k < 65536 && a[k] != 2) reach_error();
}
