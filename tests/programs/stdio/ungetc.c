// One character can be given back, and is read next.
// expect: TRUE
// flags: -D NUMBER
// expect: UNKNOWN(unsupported: formatted input of a character that was given back)
// flags: -D AGAIN
// expect: UNKNOWN(unsupported: more than one character given back)
// flags: -D MOVED
// expect: FALSE(assert)
#include <assert.h>
#include <stdio.h>
int main(void) {
    char line[4], bytes[2];
    assert(ungetc('q', stdin) == 'q' && !feof(stdin));
#if defined NUMBER
    int n;
    return scanf("%d", &n);
#elif defined AGAIN
    return ungetc('r', stdin);
#elif defined MOVED
    if (fseek(stdin, 0, SEEK_SET) == 0) assert(getchar() == 'q'); // BUG
#else
    assert(ungetc(EOF, stdin) == EOF);
    assert(getchar() == 'q');
    assert(ungetc(300, stdin) == 300 - 256);
    if (fgets(line, sizeof line, stdin)) assert(line[0] == 300 - 256);
    assert(ungetc('\n', stdin) == '\n');
    if (fgets(line, sizeof line, stdin)) assert(line[0] == '\n' && line[1] == 0);
    ungetc('z', stdin);
    assert(fread(bytes, 1, 2, stdin) >= 1 && bytes[0] == 'z');
#endif
    return 0;
}
