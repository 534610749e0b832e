// Bounds of static functions by the names that goto-cc gives them.
// flags: --bound 1 --bound-at __CPROVER_file_local_file_local_bound_c_sum=5
// expect: TRUE
// flags: --bound 1
// expect: UNKNOWN(bound) | TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
static int sum(int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += 2;
    return s;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    __VERIFIER_assert(sum(n) == 2 * n);
    return 0;
}
