// Slots of an array of pointers that were never set lead nowhere, also where the index is not known.
// flags: --check assert,memory --bound 8
// expect: TRUE
// flags: --check assert,memory --bound 8 -DBUG
// expect: FALSE(invalid-write)
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
struct block {
    struct block *next;
    unsigned char payload[12];
};
static struct block blocks[3];
static struct block *unused;

static void *get(void) {
    struct block *b = unused;
    if (b) unused = b->next;
    return b ? b->payload : 0;
}

static void put(void *p) {
    struct block *b = (struct block *)((char *)p - offsetof(struct block, payload));
    b->next = unused; // BUG
    unused = b;
}

int main(void) {
    for (int i = 0; i < 3; i++) put(blocks[i].payload);
    void *held[3];
    int n = 0;
    for (int step = 0; step < 4; step++) {
        int c = __VERIFIER_nondet_int();
        if (c > 0) {
            void *p = get();
            if (p) held[n++] = p;
            else assert(n == 3);
#ifdef BUG
        } else {
            put(held[(unsigned)c % 3]);
        }
#else
        } else if (n > 0) {
            int k = (unsigned)c % (unsigned)n;
            put(held[k]);
            held[k] = held[--n];
        }
#endif
    }
    return 0;
}
