// Only each second element is set.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int a[10000000];
int main(void) {
    unsigned k = __VERIFIER_nondet_uint();
    for (int i = 0; i < 10000000; i += 2) a[i] = 1;
    if (k > 50000 && k < 10000000 && a[k] != 1) reach_error();
}
