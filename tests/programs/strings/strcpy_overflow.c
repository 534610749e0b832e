// flags: --bound 12
// expect: FALSE(invalid-write)
#include <string.h>
int main(void) {
    char s[4];
    const char *text = "four";
    strcpy(s, text);
    return s[0];
}
