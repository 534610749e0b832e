// flags: --bound 20
// expect: FALSE(use-after-free)
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *s = calloc(4, 1);
    free(s);
    printf("[%s]\n", s);
    return 0;
}
