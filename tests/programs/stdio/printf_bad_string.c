// flags: --bound 20
// expect: FALSE(invalid-read)
#include <stdio.h>
int main(void) {
    char s[3] = {'a', 'b', 'c'};
    printf("%s\n", s);
    return 0;
}
