// expect: UNKNOWN(unsupported: __CPROVER_rounding_mode at rounding_mode.c:5)
extern void reach_error(void);
extern int __CPROVER_rounding_mode;
int main(void) {
    __CPROVER_rounding_mode = 1;
    volatile double x = 0.1, y = 0.2;
    if (x + y > 0.3)
        reach_error();
    return 0;
}
