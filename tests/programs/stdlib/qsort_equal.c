// The standard leaves open in which order equal elements come, but only of those.
// flags: --bound 8
// expect: FALSE(assert)
// flags: --bound 8 -D OTHER
// expect: FALSE(assert)
// flags: --bound 8 -D SORTED
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
struct pair {
    int key, value;
};
static int compare(const void *a, const void *b) {
    return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}
int main(void) {
    struct pair v[4] = {{1, 1}, {1, 2}, {0, 3}, {1, 4}};
    qsort(v, 4, sizeof *v, compare);
#if defined OTHER
    assert(!(v[1].value == 4 && v[2].value == 1)); // BUG
#elif defined SORTED
    assert(v[0].value == 3 && v[1].key == 1 && v[3].key == 1);
    assert(v[1].value + v[2].value + v[3].value == 7 && v[1].value * v[2].value * v[3].value == 8);
#else
    assert(v[1].value == 1); // BUG
#endif
    return 0;
}
