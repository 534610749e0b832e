// A local with a life of its own keeps what is written to it; others keep theirs when its life ends.
// flags: --memory flat --check assert
// expect: TRUE
// flags: --memory objects --check assert
// expect: TRUE
#include <assert.h>
#include <string.h>
int main(void) {
    char all[64] = "alpha";
    memset(all + 40, '#', 8);
    for (int i = 0; i < 3; i++) {
        int one[4];
        one[i] = i;
        assert(one[i] == i);
    }
    assert(all[1] == 'l' && all[41] == '#' && all[63] == 0);
    return 0;
}
