extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x, y = 0, n = __VERIFIER_nondet_int();
    x = n + 1;
    y = n + 2;
    return x > y;
}
