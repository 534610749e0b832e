// Heap objects that nothing points to when the program ends.
// flags: --check memory,leak
// expect: TRUE
// flags: --check memory,leak -D UNLOCKED
// expect: FALSE(memory-leak)
// flags: --check memory,leak -D FORGETS
// expect: FALSE(memory-leak)
// flags: --check memory,leak -D KEEPS
// expect: TRUE
// flags: --check memory,memcleanup
// expect: TRUE
// flags: --check memory,memcleanup -D KEEPS
// expect: FALSE(memory-not-freed)
// flags: --check memory,leak -D ONLY_LAST
// expect: FALSE(memory-leak)
#include <pthread.h>
#include <stdlib.h>

int nondet_int(void);

struct node {
    int value;
    struct node *next;
};
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *unused) {
    (void)unused;
    struct node *own = malloc(sizeof *own); // BUG
    if (own == NULL) return NULL;
    own->value = nondet_int();
#ifndef UNLOCKED
    pthread_mutex_lock(&lock);
#endif
    own->next = head;
    head = own;
#ifdef FORGETS
    if (own->value == 77) head = own->next;
#endif
#ifndef UNLOCKED
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, push, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
#ifdef KEEPS
    return 0;
#endif
    while (head != NULL) {
        struct node *first = head;
        head = first->next;
#ifdef ONLY_LAST
        if (head != NULL) continue;
#endif
        free(first);
    }
    return 0;
}
