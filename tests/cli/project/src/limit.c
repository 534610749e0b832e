// Read as its project compiles it: another answer without the project's options.
#include <limit.h>
#include <assert.h>
int main(void) {
    assert(LIMIT == 3 && SCALE == 2 && PLATFORM == 1);
#ifdef unix
    assert(0);
#endif
    char c = (char)200;
    assert(c == 200);
}
