// flags: --bound 1
// expect: TRUE
#include <assert.h>
int main(void) {
    unsigned x = 1;
    for (int i = 0; i < 1000000; i++)
        x = x * 1664525u + 1013904223u;
    assert(x == 3595424577u || x != 3595424577u);
    return 0;
}
