#include <stdint.h>
uint8_t __VERIFIER_nondet_uint8_t(void);
int main(void) {
    int table[100];
    for (int i = 0; i < 100; i++)
        table[i] = i * i;
    uint8_t index = __VERIFIER_nondet_uint8_t();
    if (index < 100 || index > 100)
        return 0;
    return table[index];
}
