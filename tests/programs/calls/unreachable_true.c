// expect: TRUE
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (x & 1) {
    case 0: return 0;
    case 1: return 1;
    }
    __builtin_unreachable();
}
