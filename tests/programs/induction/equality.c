// An equality between two variables holds whatever the branches are.
// flags: --check assert
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    unsigned x = 0, y = 7;
    while (__VERIFIER_nondet_int()) {
        x++;
        y += 2;
        if (x > 1000) x = 0, y = 7;
    }
    if (y != 2 * x + 7) reach_error();
}
