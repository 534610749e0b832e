// flags: --bound 20
// expect: TRUE
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[5];
    if (fgets(line, sizeof line, stdin))
        assert(strlen(line) <= 4);
    return 0;
}
