// flags: --bound 20
// expect: FALSE(invalid-write)
#include <stdio.h>
int main(void) {
    char line[5];
    fgets(line, 10, stdin);
    return 0;
}
