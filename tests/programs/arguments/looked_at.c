// expect: TRUE
// flags: -m32
// expect: TRUE
#include <assert.h>
int main(int argc, char **argv) {
    if (argc < 3)
        return argc == 0 || argv[argc] == 0 ? 0 : argv[0][0];
    assert(argv[1] != 0 && argv[1] != argv[2]);
    char *s = argv[1];
    if (s[0] == '-' && s[1] == 'v' && s[2] == 0) {
        s[1] = 'w';
        assert(argv[1][1] == 'w' && argv[1][2] == 0);
        argv[1] = "other";
        assert(argv[1][0] == 'o');
    }
    return 0;
}
