// flags: --bound 300
// expect: UNKNOWN(unsupported: a command-line argument of more than 256 characters)
#include <assert.h>
int main(int argc, char **argv) {
    int n = 0;
    if (argc < 2)
        return 0;
    while (argv[1][n])
        n++;
    assert(n < 257);
    return 0;
}
