// expect: FALSE(invalid-free)
#include <stdlib.h>
static char buffer[8];
int main(void) {
    free(buffer);
    return 0;
}
