// flags: --bound 8
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
struct entry { struct entry *next; unsigned key; int value; };
static struct entry *table[4];
unsigned __VERIFIER_nondet_uint(void);
static void put(unsigned key, int value) {
    struct entry *e = malloc(sizeof *e);
    e->key = key;
    e->value = value;
    e->next = table[key % 4];
    table[key % 4] = e;
}
static int get(unsigned key) {
    for (struct entry *e = table[key % 4]; e; e = e->next)
        if (e->key == key)
            return e->value;
    return -1;
}
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    put(a, 1);
    put(b, 2);
    assert(get(b) == 2);
    assert(get(a) == (a == b ? 2 : 1));
    return 0;
}
