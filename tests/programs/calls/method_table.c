// expect: FALSE(division-by-zero)
struct shape { const struct ops *ops; int size; };
struct ops { int (*area)(const struct shape *); };
static int square(const struct shape *s) { return s->size * s->size; }
static int slice(const struct shape *s) { return 360 / s->size; } // BUG
static const struct ops square_ops = {square}, slice_ops = {slice};
int __VERIFIER_nondet_int(void);
int main(void) {
    int kind = __VERIFIER_nondet_int(), size = __VERIFIER_nondet_int();
    if (size < 0 || size > 100)
        return 0;
    struct shape s = {kind ? &square_ops : &slice_ops, size};
    return s.ops->area(&s);
}
