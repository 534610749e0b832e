// expect: FALSE(invalid-free)
#include <stdlib.h>
int main(void) {
    char *p = malloc(8);
    p++;
    free(p);
    return 0;
}
