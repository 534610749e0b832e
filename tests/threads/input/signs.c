// Comparisons of one input as signed, as unsigned, and in more bits.
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    long wide = n;
    if (n < -5 && wide >= -5) reach_error();
    if (n >= 100 && (unsigned)n < 100) reach_error();
    if (n < 0 && (unsigned)n < 0x80000000) reach_error();
    switch (n) {
    case 7: if (wide != 7) reach_error(); break;
    case -7: if (n > 0) reach_error(); break;
    default: if (n == 7) reach_error();
    }
    return 0;
}
