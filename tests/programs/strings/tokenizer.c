// flags: --bound 12
// expect: TRUE
#include <assert.h>
#include <string.h>
static int fields(const char *line, char out[4][8]) {
    int n = 0;
    while (*line && n < 4) {
        size_t len = strcspn(line, ",");
        if (len > 7)
            return -1;
        memcpy(out[n], line, len);
        out[n++][len] = 0;
        line += len;
        if (*line == ',')
            line++;
    }
    return n;
}
int main(void) {
    char out[4][8];
    assert(fields("id,name,42", out) == 3);
    assert(strcmp(out[1], "name") == 0 && strcmp(out[2], "42") == 0);
    return 0;
}
