// expect: FALSE(reach-error)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x ^ 0x55;
    if (y == 0x12345678)
        reach_error(); // BUG
    return 0;
}
