// Another thread shortens the string that is measured.
// flags: --engine bmc --bound 4 --check assert
// expect: FALSE(assert)
// flags: --engine bmc --bound 4 --check race
// expect: FALSE(race)
#include "common.h"
#include <string.h>
static char text[4] = "ab";
T(measures) {
    assert(strlen(text) == 2);
    return 0;
}
T(shortens) { text[1] = 0; return 0; }
int main(void) {
    pthread_t t, u;
    MK(t, measures, 0); MK(u, shortens, 0); J(t); J(u);
    return 0;
}
