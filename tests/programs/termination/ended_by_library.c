// The run ends where the library's model does not go on: a string without an end. That is no end of the program.
// flags: --property termination.prp
// expect: UNKNOWN(unsupported)
#include <string.h>
int main(void) {
    char text[3] = {'a', 'b', 'c'};
    return strchr(text, 'x') != 0;
}
