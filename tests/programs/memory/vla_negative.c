// expect: FALSE(negative-vla)
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 6)
        return 0;
    int a[n]; // BUG
    return sizeof a == 8;
}
