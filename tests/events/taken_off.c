// Threads take nodes off a list and free them: what a node leads to is not known in the first rounds.
// flags: --check default
// expect: TRUE
// flags: --check default -D UNLOCKED
// expect: FALSE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int nondet_int(void);

struct node {
    int value;
    struct node *next;
};
static struct node *top;
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take(void *unused) {
#ifndef UNLOCKED
    pthread_mutex_lock(&lock);
#endif
    struct node *first = top;
    if (first) {
        top = first->next; // BUG
        sum += first->value;
    }
#ifndef UNLOCKED
    pthread_mutex_unlock(&lock);
#endif
    free(first); // BUG
    return unused;
}

int main(void) {
    int all = 0;
    for (int i = 0; i < 2; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = nondet_int() & 7;
        all += node->value;
        node->next = top;
        top = node;
    }
    pthread_t a, b;
    pthread_create(&a, 0, take, 0);
    pthread_create(&b, 0, take, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sum == all && !top); // BUG
    return 0;
}
