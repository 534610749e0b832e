// A computed goto to what is no label; clang gives it no place but the function.
// flags: -DNEXT
// expect: FALSE(invalid-call)
// flags: -DVARIABLE
// expect: FALSE(invalid-call)
// flags: -DNONE
// expect: FALSE(invalid-call)
// flags:
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) { // BUG
    int n = __VERIFIER_nondet_int();
    void *labels[] = {&&first, &&second};
    void *label = labels[n & 1];
#ifdef NEXT
    if (n == 3) label = (char *)label + 1;
#elif defined VARIABLE
    if (n == 3) label = &n;
#elif defined NONE
    if (n == 3) label = 0;
#endif
    goto *label;
first:
    n++;
second:
    return 0;
}
