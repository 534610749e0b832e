// Only one of the functions that a pointer may name has the type of the call.
// expect: FALSE(call-mismatch)
// flags: -DGOOD
// expect: TRUE
int __VERIFIER_nondet_int(void);
static int first(int a) { return a == 5; }
static int second(double a) { return a == 5; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    int (*f)(int) = first;
    if (x == 77)
        f = (int (*)(int))second;
#ifdef GOOD
    if (x == 77)
        return 0;
#endif
    return f(x); // BUG
}
