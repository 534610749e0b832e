// expect: FALSE(division-by-zero)
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned d = __VERIFIER_nondet_uint();
    unsigned r = 100u % (d & 3u); // BUG
    return r == 5;
}
