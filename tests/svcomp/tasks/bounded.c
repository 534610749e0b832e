extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
int main(void) {
    unsigned sum = 0, n = __VERIFIER_nondet_uchar() % 6;
    for (unsigned i = 0; i < n; i++)
        sum += i;
    if (sum > 10)
        reach_error();
    return 0;
}
