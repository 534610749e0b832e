// expect: TRUE
#include <assert.h>
int main(int argc, char **argv) {
    int options = 0;
    if (argc > 6)
        return 1;
    for (char **p = argv; *p; p++)
        if ((*p)[0] == '-')
            options++;
    assert(options <= argc);
    return 0;
}
