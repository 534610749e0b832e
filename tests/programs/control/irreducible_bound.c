// flags: --bound 2
// expect: UNKNOWN
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a = 0;
    if (__VERIFIER_nondet_uint() & 1)
        goto second;
first:
    a++;
second:
    a += 2;
    if (__VERIFIER_nondet_uint() & 1)
        goto first;
    return a == 1;
}
