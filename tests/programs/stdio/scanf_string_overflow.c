// flags: --bound 20
// expect: FALSE(invalid-write)
#include <stdio.h>
int main(void) {
    char word[4];
    if (scanf("%s", word) == 1)
        return word[0];
    return 0;
}
