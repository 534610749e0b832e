// expect: TRUE
#include <assert.h>
struct node { struct node *next; const char *name; int (*f)(int); };
static int twice(int x) { return 2 * x; }
static struct node second = {0, "second", 0}, first = {&second, "first", twice};
static int *into = &(int[]){1, 2, 3}[1];
static int designated[] = {[3] = 4, [1] = 2};
int main(void) {
    assert(first.next->name[0] == 's' && first.name[5] == 0 && first.f(4) == 8);
    assert(*into == 2 && into[1] == 3);
    assert(sizeof designated / sizeof *designated == 4 && designated[0] == 0 && designated[1] == 2);
    return 0;
}
