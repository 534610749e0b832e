extern int __VERIFIER_nondet_int(void);
int main(void) {
    int cells[4] = {1, 2, 3, 4}, i = __VERIFIER_nondet_int();
    return i >= 0 && i <= 4 ? cells[i] : 0;
}
