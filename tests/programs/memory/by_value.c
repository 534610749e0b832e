// Structures are passed and returned by value, large ones too.
// expect: TRUE
#include <assert.h>
struct big { int v[20]; };
struct small { char a, b; };
static struct big change(struct big s, int i) {
    s.v[i] = -1;
    return s;
}
static struct small flip(struct small s) { return (struct small){s.b, s.a}; }
int main(void) {
    struct big x = {{0}};
    struct big y = change(x, 7);
    assert(x.v[7] == 0 && y.v[7] == -1 && y.v[8] == 0);
    struct small s = flip((struct small){1, 2});
    assert(s.a == 2 && s.b == 1);
    return 0;
}
