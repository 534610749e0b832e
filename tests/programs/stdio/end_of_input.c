// Reading may meet the end of the input behind what it returns; then nothing more is read.
// flags: --check assert -D LINE
// expect: FALSE(assert)
// flags: --check assert -D GIVEN_BACK
// expect: FALSE(assert)
// flags: --check assert -D NUMBER
// expect: FALSE(assert)
// flags: --check assert -D WORD
// expect: FALSE(assert)
// flags: --check assert -D SPACE
// expect: FALSE(assert)
// flags: --check assert -D CHARACTER
// expect: TRUE
// flags: --check assert -D DIGIT
// expect: TRUE
// flags: --check assert -D WHOLE_LINE
// expect: TRUE
// flags: --check assert -D FULL_LINE
// expect: TRUE
// flags: --check assert -D NO_MORE
// expect: TRUE
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[10], c;
    int n;
#if defined LINE
    if (fgets(line, 10, stdin)) assert(!feof(stdin)); // BUG
#elif defined GIVEN_BACK
    ungetc('a', stdin);
    if (fgets(line, 10, stdin)) assert(!feof(stdin)); // BUG
#elif defined NUMBER
    if (scanf("%d", &n) == 1) assert(!feof(stdin)); // BUG
#elif defined WORD
    if (scanf("%9s", line) == 1) assert(!feof(stdin)); // BUG
#elif defined SPACE
    if (scanf("%c ", &c) == 1) assert(!feof(stdin)); // BUG
#elif defined CHARACTER
    if (scanf("%c", &c) == 1) assert(!feof(stdin));
#elif defined DIGIT
    if (scanf("%1d", &n) == 1) assert(!feof(stdin));
#elif defined WHOLE_LINE
    if (fgets(line, 10, stdin) && strchr(line, '\n')) assert(!feof(stdin));
#elif defined FULL_LINE
    if (fgets(line, 10, stdin) && strlen(line) == 9) assert(!feof(stdin));
#elif defined NO_MORE
    if (getchar() == EOF && feof(stdin)) {
        assert(getchar() == EOF && fgets(line, 10, stdin) == NULL && fread(line, 1, 1, stdin) == 0);
        assert(scanf("%d", &n) == EOF && feof(stdin));
        ungetc('a', stdin);
        assert(!feof(stdin) && getchar() == 'a');
    }
#endif
    return 0;
}
