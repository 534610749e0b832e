// A line belongs to the program.
// flags: --check leak
// expect: FALSE(memory-leak)
#define _GNU_SOURCE
#include <stdio.h>
int main(void) {
    char *line = NULL;
    size_t size = 0;
    return getline(&line, &size, stdin) < 0;
}
