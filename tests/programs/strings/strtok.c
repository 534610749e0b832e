// flags: --bound 12
// expect: TRUE
#include <assert.h>
#include <string.h>
int main(void) {
    char s[] = " a, bc";
    char *t = strtok(s, " ,");
    assert(t && strcmp(t, "a") == 0);
    t = strtok(0, " ,");
    assert(t == s + 4 && strcmp(t, "bc") == 0);
    assert(!strtok(0, " ,"));
    return 0;
}
