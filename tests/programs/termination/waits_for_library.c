// Concrete iterations do not count against the bound.
// flags: --property termination.prp --bound 1
// expect: TRUE
#include <string.h>
int main(void) {
    char text[100] = "a text";
    unsigned length = 0;
    for (int i = 0; i < 5000; i++)
        length += strlen(text);
    return length == 30000;
}
