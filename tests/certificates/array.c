// A place of an array that is written and read by variable indices.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned a[8];
    for (int i = 0; i < 8; i++)
        a[i] = __VERIFIER_nondet_uint();
    unsigned i = __VERIFIER_nondet_uint() % 8, k = __VERIFIER_nondet_uint() % 8;
    a[i] = 7;
    if (i == k && a[k] != 7)
        reach_error();
    return 0;
}
