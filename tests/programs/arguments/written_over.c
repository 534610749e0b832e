// expect: FALSE(invalid-read)
#include <string.h>
int main(int argc, char **argv) {
    if (argc < 2)
        return 0;
    argv[1][0] = 'x';
    return strlen(argv[1]) == 3; // BUG
}
