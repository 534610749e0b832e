// Memory that nobody has written holds the address of a local: the program compares them. What lies behind is followed.
// flags: --check assert
// expect: FALSE(reach-error)
// flags: --check assert -D OTHER
// expect: TRUE
// flags: --check assert,memory
// expect: FALSE(reach-error)
// flags: --check assert,memory -D FREED
// expect: FALSE(invalid-free)
#include <stdlib.h>
void reach_error(void) {}
int main(void) {
    int **a = malloc(sizeof *a);
    int x = 1, y = 2;
    int *q = *a;
    if (q != &x)
        return 0;
#ifdef FREED
    free(q);
#endif
    *q = 5;
#ifdef OTHER
    if (y != 2)
        reach_error();
#else
    if (x == 5)
        reach_error();
#endif
    (void)y;
}
