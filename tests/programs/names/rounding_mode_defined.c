// Verifiers know the variable, whoever defines it.
// expect: UNKNOWN(unsupported: __ESBMC_rounding_mode at rounding_mode_defined.c:6)
extern void reach_error(void);
int __ESBMC_rounding_mode;
int main(void) {
    __ESBMC_rounding_mode = 2;
    double x = 1.0, y = 3.0;
    if (x / y > 0.33333333333333335)
        reach_error();
    return 0;
}
