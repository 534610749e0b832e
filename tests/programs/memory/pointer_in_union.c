// expect: TRUE
#include <assert.h>
#include <stdint.h>
union word { void *p; uintptr_t n; unsigned char b[sizeof(void *)]; };
int main(void) {
    int x[2] = {1, 2};
    union word w;
    w.p = &x[0];
    w.n += 4;
    assert(*(int *)w.p == 2);
    unsigned low = w.b[0];
    assert((low & 3) == 0);
    w.n = 0;
    assert(w.p == 0);
    return 0;
}
