// __attribute__((cleanup)) runs however control leaves the block.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
// flags: -DAFTER
// expect: FALSE(use-after-free)
#include <assert.h>
#include <stdlib.h>
static int order[16], count;
static void note(int *x) { order[count++] = *x; }
static void give_back(void *p) { free(*(void **)p); }
#define NOTE(name, v) __attribute__((cleanup(note))) int name = v
static int returns(int early) {
    NOTE(a, 1);
    NOTE(b, 2);
    if (early) return a + b;
    NOTE(c, 3);
    return a + b + c;
}
static void jumps(void) {
    int i = 0;
again:;
    {
        NOTE(a, 10 + i);
        i++;
        if (i < 2) goto again;
    }
    for (int k = 0; k < 3; k++) {
        NOTE(b, 20 + k);
        if (k == 0) continue;
        if (k == 1) break;
    }
    switch (i) {
    case 2: {
        NOTE(c, 30);
        break;
    }
    }
}
int main(void) {
    assert(returns(1) == 3 && count == 2 && order[0] == 2 && order[1] == 1);
    count = 0;
    assert(returns(0) == 6 && count == 3 && order[0] == 3 && order[2] == 1);
    count = 0;
    jumps();
    assert(count == 5 && order[0] == 10 && order[1] == 11 && order[2] == 20 && order[3] == 21 && order[4] == 30);
    {
        __attribute__((cleanup(give_back))) char *p = malloc(3);
        if (p) p[0] = 1;
    }
    int v = ({ NOTE(z, 7); z + 1; });
    assert(v == 8 && order[5] == 7);
#ifdef WRONG
    assert(order[5] == 8); // BUG
#endif
#ifdef AFTER
    char *q;
    {
        __attribute__((cleanup(give_back))) char *p = malloc(3);
        if (!p) return 0;
        q = p;
    }
    q[0] = 1; // BUG
#endif
    return 0;
}
