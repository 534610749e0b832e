// What a pointer leads to that was never set is open.
// expect: UNKNOWN(unsupported: a question about an uninitialised pointer at accessible_uninitialised.c:6)
struct pair { char *p; int n; };
int main(void) {
    struct pair x;
    if (__CPROVER_r_ok(x.p, 1))
        __CPROVER_assert(x.n != 4, "any");
    return 0;
}
