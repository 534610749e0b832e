// Types that differ without a difference for machines: what pointers lead to, signs, qualifiers, names of structures.
// expect: TRUE
// flags: -m32
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct point { int x, y; };
struct pair { int first, second; };
static int sum(struct pair *p) { return p->first + p->second; }
static unsigned grow(unsigned x) { return x + 1; }
static struct pair swap(struct pair p) { return (struct pair){p.second, p.first}; }
static int by_name(const char *const *a, const char *const *b) { return strcmp(*a, *b); }
static int count(int n, ...) { return n; }
enum color { RED, GREEN };
static enum color next(enum color c) { return c == RED ? GREEN : RED; }
int main(void) {
    struct point p = {1, 2};
    int (*f)(struct point *) = (int (*)(struct point *))sum;
    int (*g)(int) = (int (*)(int))grow;
    struct point (*h)(struct point) = (struct point(*)(struct point))swap;
    int (*c)(int, int) = (int (*)(int, int))count;
    unsigned (*n)(unsigned) = (unsigned (*)(unsigned))next;
    assert(f(&p) == 3 && g(4) == 5 && h(p).x == 2 && c(3, 4) == 3 && n(0) == 1);
    const char *names[] = {"b", "a"};
    qsort(names, 2, sizeof *names, (int (*)(const void *, const void *))by_name);
    assert(strcmp(names[0], "a") == 0);
    return 0;
}
