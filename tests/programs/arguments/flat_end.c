// flags: --memory flat
// expect: FALSE(assert)
#include <assert.h>
int main(int argc, char **argv) {
    if (argc > 20)
        assert(argv[argc] != 0); // BUG
    return 0;
}
