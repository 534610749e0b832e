// Fresh objects behind fresh ones, in predicates of the program.
// flags: --check-contract store
// expect: TRUE
// flags: --check-contract store -D WIDE
// expect: FALSE(invalid-write)
// flags: --check-contract store -D FRAME
// expect: FALSE(assert)
// flags: --check-contract store -D OPEN
// expect: FALSE(null-dereference)
// flags: --check-contract alias
// expect: TRUE | UNKNOWN
// flags: --check-contract alias -D OPEN
// expect: FALSE(assert)
// flags: --check-contract total
// expect: TRUE | UNKNOWN
// flags: --check-contract total -D LENGTH=2
// expect: FALSE(null-dereference)
// flags: --check-contract total -D LENGTH=2 -D CHAINED
// expect: UNKNOWN(unsupported: contents of an object that the caller gives, used as an address)
// flags: --check-contract total -D WRONG
// expect: FALSE(assert)
#include <stdlib.h>
#ifndef LENGTH
#define LENGTH 3
#endif
#ifdef WIDE
#define AT b->size
#else
#define AT b->size - 1
#endif
#ifdef WRONG
#define MOST 5
#else
#define MOST 6
#endif
struct buffer {
    size_t size;
    char *data;
};
static _Bool is_array(char *p, size_t n) { return __CPROVER_is_fresh(p, n); }
static _Bool is_buffer(struct buffer *b) {
    if (!__CPROVER_is_fresh(b, sizeof *b))
        return 0;
#ifdef OPEN
    return 0 < b->size && b->size <= 4;
#else
    return (0 < b->size) & (b->size <= 4) && is_array(b->data, b->size);
#endif
}
void store(struct buffer *b)
    __CPROVER_requires(is_buffer(b))
#ifndef FRAME
    __CPROVER_assigns(__CPROVER_object_whole(b->data))
#endif
    __CPROVER_ensures(b->data[b->size - 1] == 1)
{
    b->data[AT] = 1; // BUG
}
int alias(struct buffer *b, struct buffer *c)
    __CPROVER_requires(is_buffer(b) && is_buffer(c))
    __CPROVER_ensures(__CPROVER_return_value) // BUG
{
    return b->data != c->data && b != c && (char *)b != b->data;
}
struct list {
    int value;
    struct list *next;
};
static _Bool is_list(struct list *l, int n) {
    if (n == 0)
#ifdef CHAINED
        return l != NULL;
#else
        return l == NULL;
#endif
    return __CPROVER_is_fresh(l, sizeof *l) && 0 <= l->value && l->value <= 2 && is_list(l->next, n - 1);
}
int total(struct list *l)
    __CPROVER_requires(__CPROVER_is_fresh(l, sizeof *l) && l->value == 0)
    __CPROVER_requires(is_list(l->next, LENGTH))
    __CPROVER_ensures(__CPROVER_return_value <= MOST) // BUG
{
    int n = 0;
    struct list *p = l->next;
    for (int i = 0; i < 3; i++) {
        n += p->value; // BUG
        p = p->next;
    }
    return n;
}
