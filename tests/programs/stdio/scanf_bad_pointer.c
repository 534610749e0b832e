// flags: --bound 20
// expect: FALSE(invalid-write)
#include <stdio.h>
int main(void) {
    char c;
    scanf("%d", (int *)&c);
    return 0;
}
