// Another function is called.
// flags: --stub read_sensor=any_reading
// expect: TRUE
// flags: --stub read_sensor=stubbed.c:wrong_reading
// expect: FALSE(assert)
// flags: --stub scaled=any_reading
// expect: TRUE
// flags: --stub read_sensor=nothing
// expect: ERROR(--stub: function `nothing` is not defined)
// flags: --stub nothing=any_reading
// expect: ERROR(--stub: function `nothing` is not defined)
// flags: --stub read_sensor
// expect: ERROR(expected FUNC=STUB)
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int read_sensor(void);
int any_reading(void) {
    int x = __VERIFIER_nondet_int();
    return x >= 0 && x < 10 ? x : 0;
}
static int wrong_reading(void) { return 10; }
static int scaled(void) { return read_sensor() * 2; }
int main(void) {
    int x = scaled();
    __VERIFIER_assert(x < 20); // BUG
    return 0;
}
