// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
void __CPROVER_input(const char *, ...);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __CPROVER_input("x", x);
    __CPROVER_output("x", x);
    __VERIFIER_assert(x == x);
    return 0;
}
