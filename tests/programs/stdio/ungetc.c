// What is given back is read next, the last character first. There is room for one; more may be refused.
// expect: TRUE
// flags: -D NUMBER
// expect: UNKNOWN(unsupported: formatted input of a character that was given back)
// flags: -D AGAIN
// expect: TRUE
// flags: -D REFUSED
// expect: FALSE(assert)
// flags: -D ACCEPTED
// expect: FALSE(assert)
// flags: -D MANY
// expect: UNKNOWN(unsupported: more than 3 characters given back)
// flags: -D LINES
// expect: TRUE
// flags: -D MOVED
// expect: FALSE(assert)
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char line[4], bytes[2];
    assert(ungetc('q', stdin) == 'q' && !feof(stdin));
#if defined NUMBER
    int n;
    return scanf("%d", &n);
#elif defined AGAIN
    int again = ungetc('r', stdin);
    assert(again == 'r' || again == EOF);
    if (again != EOF) assert(getchar() == 'r');
    assert(getchar() == 'q');
#elif defined REFUSED
    assert(ungetc('r', stdin) == 'r'); // BUG
#elif defined ACCEPTED
    assert(ungetc('r', stdin) == EOF); // BUG
#elif defined MANY
    ungetc('r', stdin);
    ungetc('s', stdin);
    ungetc('t', stdin);
#elif defined LINES
    int again = ungetc('\n', stdin);
    if (again != EOF) {
        assert(fgets(line, sizeof line, stdin) == line && line[0] == '\n' && line[1] == 0);
        assert(fgets(line, 2, stdin) == line && line[0] == 'q' && line[1] == 0);
        ungetc('\n', stdin);
        char *text = NULL;
        size_t size = 0;
        ssize_t length = getline(&text, &size, stdin);
        assert(length == 1 && text[0] == '\n' || length == -1 && text == NULL);
        free(text);
    }
#elif defined MOVED
    if (fseek(stdin, 0, SEEK_SET) == 0) assert(getchar() == 'q'); // BUG
#else
    assert(ungetc(EOF, stdin) == EOF);
    assert(getchar() == 'q');
    assert(ungetc(300, stdin) == 300 - 256);
    if (fgets(line, sizeof line, stdin)) assert(line[0] == 300 - 256);
    assert(ungetc('\n', stdin) == '\n');
    assert(fgets(line, sizeof line, stdin) && line[0] == '\n' && line[1] == 0);
    ungetc('z', stdin);
    assert(fread(bytes, 1, 2, stdin) >= 1 && bytes[0] == 'z');
#endif
    return 0;
}
