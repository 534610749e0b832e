// expect: UNKNOWN(unsupported: more than 6 command-line arguments)
#include <assert.h>
int main(int argc, char **argv) {
    if (argc > 6)
        assert(argv[6][0] != 'x');
    return 0;
}
