// expect: TRUE
#include <assert.h>
#include <stddef.h>
struct link { struct link *next; };
struct job { int id; struct link link; int priority; };
#define container(p) ((struct job *)((char *)(p) - offsetof(struct job, link)))
int main(void) {
    struct job a = {1, {0}, 5}, b = {2, {&a.link}, 6};
    struct link *l = &b.link;
    assert(container(l)->id == 2 && container(l->next)->priority == 5);
    container(l->next)->id = 9;
    assert(a.id == 9);
    return 0;
}
