// expect: FALSE(invalid-write)
// flags: -m32
// expect: FALSE(invalid-write)
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    int n = atoi(argv[1]);
    char buf[8];
    strcpy(buf, argv[1]); // BUG
    return n != 0 && buf[0] == 0;
}
