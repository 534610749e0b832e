// Two counters, one of which is twice the other.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_uint()) {
        x++;
        y += 2;
        if (x > 1000) {
            x = 0;
            y = 0;
        }
        if (y != 2 * x)
            reach_error();
    }
    return 0;
}
