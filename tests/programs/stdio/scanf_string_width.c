// flags: --bound 20
// expect: TRUE
#include <assert.h>
#include <stdio.h>
int main(void) {
    char word[4];
    if (scanf("%3s", word) == 1)
        assert(word[0] == 0 || word[1] == 0 || word[2] == 0 || word[3] == 0);
    return 0;
}
