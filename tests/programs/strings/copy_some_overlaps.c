// Only what is copied must not overlap.
// expect: FALSE(overlap)
#include <string.h>
int main(void) {
    char buffer[15] = "xyz";
    strncpy(buffer, buffer + 4, 4);
    strncpy(buffer + 8, "xyz", 4);
    strncpy(buffer + 9, buffer + 8, 2); // BUG
    return 0;
}
