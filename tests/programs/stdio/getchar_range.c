// flags: --bound 20
// expect: TRUE
#include <assert.h>
#include <stdio.h>
int main(void) {
    int c = getchar();
    assert(c == EOF || (c >= 0 && c <= 255));
    return 0;
}
