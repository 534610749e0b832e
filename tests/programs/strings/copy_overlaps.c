// Copies of strings whose ranges overlap.
// expect: FALSE(overlap)
#include <string.h>
int main(void) {
    char buffer[15] = "xyz";
    strcpy(buffer, buffer + 1); // BUG
    return 0;
}
