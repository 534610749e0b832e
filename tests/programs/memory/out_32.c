// flags: -m32
// expect: FALSE(invalid-write)
extern void *malloc(unsigned);
int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = malloc(10);
    int i = __VERIFIER_nondet_int();
    if (i < 0)
        return 0;
    p += i;
    if (i < 12)
        *p = 0; // BUG
    return 0;
}
