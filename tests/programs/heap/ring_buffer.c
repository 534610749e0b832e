// flags: --bound 7
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
struct ring { unsigned head, count, capacity; int *items; };
static int put(struct ring *r, int v) {
    if (r->count == r->capacity)
        return 0;
    r->items[(r->head + r->count++) % r->capacity] = v;
    return 1;
}
static int take(struct ring *r, int *v) {
    if (r->count == 0)
        return 0;
    *v = r->items[r->head];
    r->head = (r->head + 1) % r->capacity;
    r->count--;
    return 1;
}
int __VERIFIER_nondet_int(void);
int main(void) {
    struct ring r = {0, 0, 3, malloc(3 * sizeof(int))};
    int next_in = 0, next_out = 0, v;
    for (int i = 0; i < 6; i++) {
        if (__VERIFIER_nondet_int() & 1) {
            if (put(&r, next_in))
                next_in++;
        } else if (take(&r, &v)) {
            assert(v == next_out);
            next_out++;
        }
    }
    assert(next_in - next_out == (int)r.count);
    free(r.items);
    return 0;
}
