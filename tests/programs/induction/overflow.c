// The sum overflows in the end; the counter does not.
// flags: --check overflow --timeout 3
// expect: UNKNOWN|FALSE(overflow)
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int sum = 0;
    while (__VERIFIER_nondet_int()) sum += 3;
    return 0;
}
