// expect: FALSE(division-overflow|signed-overflow)
long long __VERIFIER_nondet_longlong(void);
int main(void) {
    long long a = __VERIFIER_nondet_longlong();
    return a % -1LL; // BUG
}
