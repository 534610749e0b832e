// What holds wherever objects lie: pointers that become integers and come back, tags, distances within an object.
// flags: -DCASE=1
// expect: TRUE
// flags: -DCASE=1 -m32
// expect: TRUE
// flags: -DCASE=1 --memory flat
// expect: TRUE
// flags: -DCASE=2
// expect: TRUE
// flags: -DCASE=2 -m32
// expect: TRUE
// flags: -DCASE=2 --memory flat
// expect: TRUE
// flags: -DCASE=3
// expect: TRUE
// flags: -DCASE=3 -m32
// expect: TRUE
// flags: -DCASE=3 --memory flat
// expect: TRUE
// flags: -DCASE=4
// expect: TRUE
// flags: -DCASE=4 -m32
// expect: TRUE
// flags: -DCASE=5
// expect: TRUE
// flags: -DCASE=5 -m32
// expect: TRUE
// flags: -DCASE=5 --memory flat
// expect: TRUE
// flags: -DCASE=6
// expect: TRUE
// flags: -DCASE=6 -m32
// expect: TRUE
// flags: -DCASE=7
// expect: TRUE
// flags: -DCASE=7 -m32
// expect: TRUE
// flags: -DCASE=8
// expect: TRUE
// flags: -DCASE=8 -m32
// expect: TRUE
// flags: -DCASE=8 --memory flat
// expect: TRUE
// flags: -DCASE=9
// expect: TRUE
// flags: -DCASE=9 -m32
// expect: TRUE
// flags: -DCASE=9 --memory flat
// expect: TRUE
// flags: -DCASE=10
// expect: TRUE
// flags: -DCASE=10 -m32
// expect: TRUE
// flags: -DCASE=10 --memory flat
// expect: TRUE
// flags: -DCASE=11
// expect: TRUE
// flags: -DCASE=11 -m32
// expect: TRUE
// flags: -DCASE=11 --memory flat
// expect: TRUE
// flags: -DCASE=12
// expect: TRUE
// flags: -DCASE=12 -m32
// expect: TRUE
// flags: -DCASE=12 --memory flat
// expect: TRUE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static int a = 1, b = 2;
static struct node list[4];
union bits { int *p; uintptr_t n; unsigned char c[sizeof(int *)]; };
int main(void) {
    int *p = &a, *q = &b, *m = malloc(8);
    if (!m)
        return 0;
    m[0] = 5;
    m[1] = 6;
    unsigned choice = __VERIFIER_nondet_int();
#if CASE == 1
    uintptr_t x = (uintptr_t)p, y = (uintptr_t)q;
    x ^= y, y ^= x, x ^= y;
    assert(*(int *)x == 2 && *(int *)y == 1);
#elif CASE == 2
    uintptr_t tagged = (uintptr_t)p | 1;
    assert((tagged & 1) && *(int *)(tagged & ~(uintptr_t)1) == 1 && tagged != (uintptr_t)p);
#elif CASE == 3
    assert((uintptr_t)&m[1] - (uintptr_t)m == 4 && (uintptr_t)p % 4 == 0 && ((uintptr_t)m & 15) == 0);
#elif CASE == 4
    int *r;
    for (unsigned i = 0; i < sizeof p; i++)
        ((char *)&r)[i] = ((char *)&m)[i];
    assert(r == m && *r == 5);
#elif CASE == 5
    uintptr_t n;
    memcpy(&n, &p, sizeof n);
    assert(n == (uintptr_t)p && *(int *)n == 1);
#elif CASE == 6
    union bits u, v;
    u.p = choice ? p : q;
    v.n = u.n + 4;
    assert(*(int *)(v.n - 4) == (choice ? 1 : 2));
#elif CASE == 7
    uintptr_t x = (uintptr_t)(choice ? p : m);
    assert(x && x != 1 && x != (uintptr_t)-1 && x != (uintptr_t)q && (void *)x != (void *)list);
#elif CASE == 8
    uintptr_t base = (uintptr_t)list, at = base + (choice & 3) * sizeof(struct node);
    ((struct node *)at)->value = 9;
    assert(list[choice & 3].value == 9 && (at - base) % sizeof(struct node) == 0);
#elif CASE == 9
    for (int i = 0; i < 4; i++)
        list[i].next = &list[(i + 1) & 3], list[i].value = i;
    assert(list[choice & 3].next->value == ((choice + 1) & 3) && list[choice & 3].value == (choice & 3));
#elif CASE == 10
    // Linked by the exclusive or of both neighbours.
    uintptr_t links[3] = {(uintptr_t)&m[0] ^ (uintptr_t)p, (uintptr_t)p ^ (uintptr_t)q, (uintptr_t)q};
    uintptr_t x = links[0] ^ (uintptr_t)m, y = links[1] ^ x;
    assert(*(int *)x == 1 && *(int *)y == 2 && links[2] == y);
#elif CASE == 11
    uintptr_t x = (uintptr_t)p;
    unsigned low = (unsigned)x, high = (unsigned)((unsigned long long)x >> 32);
    uintptr_t back = (uintptr_t)((unsigned long long)high << 32 | low);
    assert(back == x && *(int *)back == 1);
#elif CASE == 12
    uintptr_t distance = (uintptr_t)q - (uintptr_t)p;
    assert(*(int *)((uintptr_t)p + distance) == 2);
#endif
    free(m);
    return 0;
}
