// Comparisons of one input in more bits.
// expect: FALSE(reach-error)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    long wide = n;
    if (wide < -2147483647) reach_error(); // BUG
    return 0;
}
