// expect: TRUE
extern void exit(int) __attribute__((noreturn));
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
static void check(int x) {
    if (x <= 0)
        exit(2);
}
static void outer(int x) {
    check(x);
    if (x < 1)
        reach_error();
}
int main(void) {
    outer(__VERIFIER_nondet_int());
    return 0;
}
