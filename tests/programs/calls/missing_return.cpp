// expect: FALSE(missing-return|unreachable)
extern "C" int __VERIFIER_nondet_int(void);
static int sign(int x) { // the report is placed at the function or its end
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
}
int main() { return sign(__VERIFIER_nondet_int()); }
