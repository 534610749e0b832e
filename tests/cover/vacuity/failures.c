// flags:
// line: TRUE
// A failure that no run comes to is what a proof shows. What is asked is whether a run comes to where it is decided.
int __VERIFIER_nondet_int(void);
void reach_error(void);
void __CPROVER_assert(int, const char *);
void abort(void);

static void fail(void) {
    reach_error();
}

static void check(int c) {
    if (!c) {
        reach_error();
        abort();
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    switch (n & 3) {
    case 0:
    case 1:
    case 2:
    case 3:
        break;
    default:
        __CPROVER_assert(0, "never");
    }
    if (n < 0 && n > 0)
        fail();
    check(n == n);
    if (n > 5 && n < 7) {
        check(n == 6);
        if (n != 6) {
            n = 3;
            if (n == __VERIFIER_nondet_int())
                reach_error(); //1 assertion:unreached
        }
    }
    return 0;
}
