// The standard leaves open which of several equal elements is found, but it is one of them.
// flags: --bound 8
// expect: FALSE(assert)
// flags: --bound 8 -D FIRST
// expect: FALSE(assert)
// flags: --bound 8 -D LAST
// expect: FALSE(assert)
// flags: --bound 8 -D ANY
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
struct pair {
    int key, value;
};
static int compare(const void *a, const void *b) {
    return *(const int *)a - ((const struct pair *)b)->key;
}
int main(void) {
    struct pair v[5] = {{0, 1}, {1, 2}, {1, 3}, {1, 4}, {2, 5}};
    int key = 1;
    const struct pair *p = bsearch(&key, v, 5, sizeof *v, compare);
#if defined FIRST
    assert(p->value != 2); // BUG
#elif defined LAST
    assert(p->value != 4); // BUG
#elif defined ANY
    assert(p && p->key == 1);
#else
    assert(p->value == 3); // BUG
#endif
    return 0;
}
