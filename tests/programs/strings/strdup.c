// flags: --bound 8
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *s = strdup("hey");
    if (!s)
        return 0;
    s[0] = 'k';
    assert(strcmp(s, "key") == 0);
    free(s);
    return 0;
}
