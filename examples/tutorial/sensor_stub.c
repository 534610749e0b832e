// Stands for the driver: a call fails, or gives any value of ten bits.
#include <stdbool.h>

int __VERIFIER_nondet_int(void);
bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

int read_sensor(int channel, int *value) {
    (void)channel;
    if (__VERIFIER_nondet_bool())
        return 0;
    *value = __VERIFIER_nondet_int();
    __VERIFIER_assume(*value >= 0 && *value <= 1023);
    return 1;
}
