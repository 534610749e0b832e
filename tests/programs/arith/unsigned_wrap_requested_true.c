// flags: --check unsigned-overflow
// expect: TRUE
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_uint();
    if (a < 4294967295u)
        a = a + 1u;
    return a == 7;
}
