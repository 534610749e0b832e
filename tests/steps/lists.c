// A pointer that leads to a global variable or to what was read from shared memory, depending on the path.
// flags: --encoding steps --check assert --bound 3
// expect: TRUE
// flags: --encoding steps --check assert --bound 3 -D VALUE=2
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef VALUE
#define VALUE 1
#endif
struct node {
    struct node *next;
    int value;
};
static struct node *list;
static struct node **end(void) {
    struct node **at = &list;
    while (*at != NULL) at = &(*at)->next;
    return at;
}
static void *body(void *unused) {
    struct node **at = end();
    assert(*at == NULL);
    assert(list->value == VALUE); // BUG
    return unused;
}
int main(void) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    n->value = 1;
    *end() = n;
    pthread_t t;
    pthread_create(&t, NULL, body, NULL);
    pthread_join(t, NULL);
    return 0;
}
