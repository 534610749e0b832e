extern int __VERIFIER_nondet_int(void);
int main(void) {
    int busy = 1;
    if (__VERIFIER_nondet_int() == 3)
        while (busy) {
        }
    return 0;
}
