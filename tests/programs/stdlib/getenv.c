// expect: FALSE(null-dereference)
#include <stdlib.h>
int main(void) {
    char *home = getenv("HOME");
    return home[0] == '/'; // BUG
}
