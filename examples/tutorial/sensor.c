// Averages four readings of a sensor whose driver is not part of the program.
#include <assert.h>

int read_sensor(int channel, int *value);

static int average(void) {
    int sum = 0;
    for (int channel = 0; channel < 4; channel++) {
        int value = 0;
        if (!read_sensor(channel, &value))
            return -1;
        sum += value;
    }
    return sum / 4;
}

int main(void) {
    int result = average();
    assert(result >= -1 && result <= 1023);
    return 0;
}
