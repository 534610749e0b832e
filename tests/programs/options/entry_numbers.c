// The parameters of an entry function have any values, of any type.
// flags: --entry close
// expect: FALSE(reach-error)
extern void reach_error(void);

void close(float x, double y, long long n, signed char c, _Bool b) {
    if (x > 1.5f && x < 1.75f && y == -2.25 && n == 1LL << 40 && c == -3 && b) {
        reach_error(); // BUG
    }
}
