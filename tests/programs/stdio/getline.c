// Any line, as long as it is.
// expect: TRUE
// flags: -D DELIMITED
// expect: TRUE
// flags: -D NEWLINE
// expect: FALSE(assert)
// flags: -D ONE_MORE
// expect: FALSE(invalid-write)
// flags: -D TEXT --bound 64
// expect: FALSE(assert)
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *line = NULL;
    size_t size = 0;
#if defined DELIMITED
    line = malloc(size = 4);
    if (!line) return 0;
    ssize_t length = getdelim(&line, &size, ';', stdin);
    if (length > 0) line[0] = line[length - 1];
#else
    ssize_t length = getline(&line, &size, stdin);
    assert(length == -1 || length > 0);
    if (length > 0) assert((size_t)length < size && line[length] == 0);
#endif
#if defined NEWLINE
    if (length > 0) assert(line[length - 1] == '\n'); // BUG
#elif defined ONE_MORE
    if (length > 0) line[length + 1] = 0; // BUG
#elif defined TEXT
    if (length == 3) assert(memcmp(line, "ab\n", 3) != 0); // BUG
#endif
    free(line);
    return 0;
}
