// expect: TRUE
#include <assert.h>
int main(int argc, char **argv) {
    if (argc >= 1 && argc <= 2)
        assert(argv[argc] == 0);
    return 0;
}
