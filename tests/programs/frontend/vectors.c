// expect: TRUE
#include <assert.h>
typedef int v4 __attribute__((vector_size(16)));
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > 1000)
        return 0;
    v4 a = {x, 2, 3, 4}, b = {10, 20, 30, 40};
    v4 s = a + b * 2;
    assert(s[0] == x + 20 && s[3] == 84);
    v4 m = a > 2;
    assert(m[1] == 0 && m[2] == -1);
    return 0;
}
