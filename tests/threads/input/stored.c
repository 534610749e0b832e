// An input that is kept in memory is not followed, one that nobody looks at need not be.
// flags: --check assert
// expect: UNKNOWN(unsupported: an input: too many values)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int kept, forgotten;
int main(void) {
    forgotten = __VERIFIER_nondet_int();
    kept = __VERIFIER_nondet_int();
    if (kept == 3) reach_error();
    return 0;
}
