// Words of KLEE.
// expect: TRUE
// flags: -D CLAIM=(x!=3)
// expect: FALSE(assert)
// flags: -D CLAIM=(c!=0)
// expect: FALSE(assert)
// flags: -D CLAIM=(r<9)
// expect: FALSE(assert)
// flags: -D REPORTED
// expect: FALSE(assert)
// flags: -D SHORT=1
// expect: FALSE(invalid-write)
// flags: -D OPEN
// expect: UNKNOWN(unsupported: klee_is_symbolic)
// flags: -D CLAIM=klee_get_value_i32(x)!=4
// expect: FALSE(assert)
// flags: -D INNER=1
// expect: FALSE(assert)
// flags: -D SILENT -D CLAIM=0
// expect: TRUE
// flags: -D EMPTY
// expect: UNKNOWN(unsupported: klee_range without a number)
extern void klee_make_symbolic(void *p, unsigned long size, const char *name);
extern void klee_assume(unsigned long condition);
extern int klee_range(int begin, int end, const char *name);
extern unsigned long klee_choose(unsigned long count);
extern void klee_silent_exit(int status);
extern void klee_report_error(const char *file, int line, const char *message, const char *suffix);
extern void klee_prefer_cex(void *p, unsigned long condition);
extern int klee_get_value_i32(int x);
extern double klee_get_valued(double x);
extern unsigned long klee_get_obj_size(void *p);
extern unsigned klee_is_symbolic(unsigned long x);
extern unsigned klee_is_replay();
extern void klee_stack_trace(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#ifndef CLAIM
#define CLAIM 1
#endif
#ifndef SHORT
#define SHORT 0
#endif
#ifndef INNER
#define INNER 0
#endif
int main(void) {
    _Bool c;
    char x;
    klee_make_symbolic(&x, sizeof x + SHORT, "x"); // BUG
    klee_prefer_cex(&x, x == 7);
    klee_assume(x > 1 && x < 5);
    int r = klee_range(6, 10, "r");
    c = klee_choose(2);
#ifdef SILENT
    klee_silent_exit(1);
#endif
#ifdef EMPTY
    klee_range(3, 3, "none");
#endif
#ifdef OPEN
    x = klee_is_symbolic(x);
#endif
    int pair[2];
    if (klee_get_obj_size(&pair[INNER]) != 8 || klee_get_value_i32(x) != x || klee_get_valued(r) != r) // BUG
        __assert_fail("values", __FILE__, __LINE__, __func__);
    if (klee_is_replay())
        __assert_fail("replay", __FILE__, __LINE__, __func__);
    klee_stack_trace();
    if (!(x >= 2 && x <= 4 && r >= 6 && r <= 9 && c <= 1))
        __assert_fail("bounds", __FILE__, __LINE__, __func__);
    if (!(CLAIM))
        __assert_fail("claim", __FILE__, __LINE__, __func__); // BUG
#ifdef REPORTED
    if (x == 3)
        klee_report_error(__FILE__, __LINE__, "three", "three.err"); // BUG
#endif
    return 0;
}
