// expect: TRUE
// flags: --memory flat
// expect: TRUE

#include <assert.h>

struct s;
struct tail {
    int n;
    int rest[];
};
extern struct s x;
extern int a[], known[4];
extern struct tail t;

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    assert((void *)&x != (void *)a && (void *)a != (void *)known);
    if (i >= 0 && i < 4)
        known[i] = 1;
    t.n = 2;
    assert(t.n == 2);
    return 0;
}
