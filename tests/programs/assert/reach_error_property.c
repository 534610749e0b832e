// Under the property only calls of the error function count: the overflow on the way does not.
// flags: --property unreach-call.prp
// expect: FALSE(reach-error)
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        return 0;
    int y = x + 1;
    if (x == 7 && y == 8) {
        reach_error(); // BUG
        abort();
    }
    return 0;
}
