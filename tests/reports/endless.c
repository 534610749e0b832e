int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned n = 0;
    while (__VERIFIER_nondet_int())
        n++;
    return (int)(n & 1);
}
