// Initial bytes are any value: a pointer made of them may be found to be the address of an object.
// expect: TRUE
// flags: -DINTEGER
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
struct s {
    int *p, *q;
};
int main(void) {
    static int x;
    struct s *s = malloc(sizeof *s);
#ifdef INTEGER
    if ((unsigned long)s->p == (unsigned long)&x) *s->p = 1;
#else
    if (s->p == &x) *s->p = 1;
#endif
    free(s);
    return 0;
}
