// Names are compared as they were when they were asked for, wherever they stood.
// expect: TRUE
// flags: -DBUFFER
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static char *ask(const char *name) {
    char copy[4];
    strcpy(copy, name);
    return getenv(copy);
}
int main(void) {
    char buffer[4];
    assert(ask("A") == ask("A"));
    strcpy(buffer, "B");
    char *b = getenv(buffer);
    strcpy(buffer, "C");
    char *c = getenv(buffer);
    assert((b != 0) == (ask("B") != 0));
#ifdef BUFFER
    assert((b != 0) == (c != 0)); // BUG
#endif
    return 0;
}
