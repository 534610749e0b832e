// flags: --check memory
// expect: UNKNOWN(unsupported: a command-line argument of more than 256 characters)
// flags: --check memory -m32
// expect: UNKNOWN(unsupported: a command-line argument of more than 256 characters)
#include <string.h>
int main(int argc, char **argv) {
    char buf[8];
    if (argc >= 2 && strlen(argv[1]) < sizeof buf)
        strcpy(buf, argv[1]);
    return 0;
}
