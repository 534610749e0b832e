// A bound of a single function or loop counts, whether it is larger or smaller than that of all others, and it is the one that
// is told.
// flags: --bound 5 --bound-at r=1
// expect: UNKNOWN(bound 1 reached: recursion of r)
// flags: --bound 5 --bound-at f=1
// expect: UNKNOWN(bound 1 reached: loop in f)
// flags: --bound 5 --bound-at f:23=2
// expect: UNKNOWN(bound 2 reached: loop in f)
// flags: --bound 5 --bound-at f=1 --bound-at f:23=2
// expect: UNKNOWN(bound 2 reached: loop in f)
// flags: --bound 5 --bound-at g=1
// expect: UNKNOWN(bound 1 reached: loop in g)
// flags: -D VIOLATED --bound 1 --bound-at f=3 --bound-at g=3 --bound-at r=3
// expect: FALSE(reach-error)
// flags: -D VIOLATED --bound 5
// expect: FALSE(reach-error)
// flags: --bound-at r=1 --bound-at f=6 --bound-at g=6 --no-induction
// expect: UNKNOWN(bound 1 reached: recursion of r)
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static int f(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s++;
    return s;
}
static int g(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s++;
    return s;
}
static int r(int n) { return n <= 0 ? 0 : 1 + r(n - 1); }
static int input(void) { return __VERIFIER_nondet_uint() % 5; }
int main(void) {
    int a = f(input()), b = g(input()), c = r(input());
#ifdef VIOLATED
    if (a == 3 && b == 3 && c == 3) reach_error(); // BUG
#else
    if (a + b + c > 12) reach_error();
#endif
    return 0;
}
