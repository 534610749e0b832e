// expect: TRUE
#include <assert.h>
#include <alloca.h>
int main(void) {
    char *p[3];
    for (int i = 0; i < 3; i++) {
        p[i] = alloca(4);
        p[i][3] = (char)i;
    }
    assert(p[0] != p[1] && p[0][3] == 0 && p[2][3] == 2);
    return 0;
}
