#include <stdlib.h>
int *kept;
int main(void) {
    kept = malloc(sizeof *kept);
    return 0;
}
