extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    int x = __VERIFIER_nondet_int();
    return x * 2;
}
