// flags: --bound 12
// expect: FALSE(invalid-read)
#include <string.h>
int main(void) {
    char s[4];
    strncpy(s, "four", sizeof s);
    return (int)strlen(s);
}
