// expect: TRUE
// flags: --memory flat
// expect: TRUE
// flags: -m32
// expect: TRUE

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
    int a, b;
};

static int sum(struct pair *p) { return p->a + p->b; }

static int chosen(int n) {
    int *p;
    switch (n) {
    case 0:
        p = &(int){5};
        return *p;
    case 1:
        p = (int[]){6, 7};
        if (p[1] != 7)
            return 0;
        // fall through
    case 2:
        p = &(int){n};
        return *p;
    default: {
        int *q = (int[]){n, n ? 1 : 2};
        return q[1];
    }
    }
}

static int again(void) {
    int n = 0;
    {
        int *first = 0;
    next:;
        int *p = &(int){n};
        if (first)
            assert(first == p && *first == n);
        first = p;
        if (n++ < 2)
            goto next;
        assert(*first == 2);
    }
    return n;
}

int main(void) {
    int s = 0;
    for (int i = 0; i < 3; i++) {
        struct pair *q = &(struct pair){i, i ? 1 : 2};
        s += sum(q);
        while (1) {
            int *r = &(int){i};
            if (*r == i)
                break;
        }
        do {
            int *r = &(int){i};
            s += *r - i;
        } while (s < 0);
    }
    if (s) {
        int *r = (int[]){1, 2, 3};
        s += r[1];
    }
    int *t = (int[]){5, 6};
    s += t[1];
    assert(s == 3 + 4 + 2 + 6);
    for (int *p = &(int){0}; *p < 3; ++*p)
        s++;
    assert(s == 18);
    int n = __VERIFIER_nondet_int();
    int c = chosen(n);
    assert(n == 0 ? c == 5 : n == 1 ? c == 1 : n == 2 ? c == 2 : c == 1);
    assert(again() == 3);
    return 0;
}
