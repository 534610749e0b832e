// expect: FALSE(unreachable)
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    switch (x & 3) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    }
    __builtin_unreachable(); // BUG
}
