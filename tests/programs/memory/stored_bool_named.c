// flags:
// expect: FALSE(invalid-value)
// stdout: : 2; read from &flags[1]
#include <stdbool.h>
#include <string.h>
int main(void) {
    bool flags[3];
    memset(flags, 2, sizeof flags);
    return flags[1] ? 1 : 0; // BUG
}
