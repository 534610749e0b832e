// expect: FALSE(assert)
// stdout: argv[1] = "-v
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "-v") == 0)
        assert(0); // BUG
    return 0;
}
