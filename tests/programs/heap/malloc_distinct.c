// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int main(void) {
    char *p[4];
    for (int i = 0; i < 4; i++)
        p[i] = malloc(16);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++)
            assert(p[i] != p[j]);
    for (int i = 0; i < 4; i++)
        free(p[i]);
    return 0;
}
