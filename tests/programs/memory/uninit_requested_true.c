// flags: --check uninit
// expect: TRUE
int __VERIFIER_nondet_int(void);
int main(void) {
    int x, y;
    if (__VERIFIER_nondet_int())
        x = 1;
    else
        x = 2;
    y = x;
    if (y > 0)
        return 1;
    return 0;
}
