// Elements that the loop changes are forgotten, wherever they are.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int a[1000];
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n) {
        if (i > 2000000000) a[i % 1000] = 1;
        i++;
    }
    if (a[17]) reach_error();
}
