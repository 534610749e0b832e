// expect: TRUE
// flags: --memory flat
// expect: TRUE
// flags: -m32
// expect: TRUE

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void set(int *p, int v) { *p = v; }

int main(void) {
    int s = 0;
    for (int i = 0; i < 10; i++) {
        int x, a[3];
        if (__VERIFIER_nondet_int()) {
            int y;
            set(&y, i);
            set(&x, y);
        } else {
            int z = i;
            int *p = &z;
            set(&x, *p);
            if (i == 7)
                continue;
        }
        a[i % 3] = x;
        set(&a[(i + 1) % 3], 1);
        s += a[i % 3] - i;
        if (s > 0)
            break;
    }
    assert(s == 0);
    int n = 0;
again:;
    int x;
    int *p = &x;
    *p = n;
    if (n++ < 2)
        goto again;
    assert(*p == 2);
    return 0;
}
