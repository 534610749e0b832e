// N keys go into a hash table of four chains, and each is found again. Broken: one more than was put in is expected.
// bound: N + 1
#include "growth.h"

#define CHAINS 4

struct entry {
    struct entry *next;
    unsigned key, value;
};

static struct entry *table[CHAINS];

static struct entry *find(unsigned key) {
    struct entry *e = table[key % CHAINS];
    while (e && e->key != key)
        e = e->next;
    return e;
}

static int put(unsigned key, unsigned value) {
    struct entry *e = find(key);
    if (!e) {
        e = malloc(sizeof *e);
        if (!e)
            return 0;
        e->key = key;
        e->next = table[key % CHAINS];
        table[key % CHAINS] = e;
    }
    e->value = value;
    return 1;
}

int main(void) {
    unsigned keys[N];
    int put_in[N];
    for (unsigned i = 0; i < N; i++) {
        keys[i] = __VERIFIER_nondet_uint();
        put_in[i] = put(keys[i], i);
    }
    for (unsigned i = 0; i < N; i++) {
        const struct entry *e = find(keys[i]);
        assert(!put_in[i] || (e && e->value >= i + WRONG));
    }
}
