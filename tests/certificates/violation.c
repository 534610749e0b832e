// A program with a violation.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    if (__VERIFIER_nondet_uint() == 17)
        reach_error();
    return 0;
}
