// A driver that reads back what it has written: with --region for the device's address, or with --volatile any.
// Expected: FALSE(invalid-write) without these options.
#include <assert.h>
#include <stdint.h>

struct device {
    volatile uint8_t status, data;
};

#ifdef VARIABLE
struct device variable;
#define DEVICE (&variable)
#else
#define DEVICE ((struct device *)0x40001000)
#endif

int main(void) {
    DEVICE->status = 0;
    DEVICE->data = 5;
    assert(DEVICE->data == 5);
    return 0;
}
