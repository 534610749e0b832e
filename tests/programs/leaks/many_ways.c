// Objects that lead to each other in many ways, some of them round in a circle: it is known of each whether it is reached.
// flags: --check memory,leak -m32 --bound 12
// expect: FALSE(memory-leak)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct cell {
    struct cell *next;
};
static struct cell *top, *made, *seen, *used, *rest, *old;
static int step = 1, pop = 1;
int main(void) {
    while (step != 1 || pop != 1 || __VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            switch (step++) {
            case 1:
                made = malloc(sizeof *made); // BUG: lost
                made->next = NULL;
                break;
            case 2: seen = top; break;
            case 3: made->next = seen; break;
            case 4:
                if (top == seen) top = made;
                else step = 2;
                break;
            case 5: step = 1; break;
            }
        } else {
            switch (pop++) {
            case 1:
                used = top;
                if (!used) pop = 1;
                break;
            case 2: rest = used->next; break;
            case 3:
                if (top == used) top = rest;
                else pop = 1;
                break;
            case 4:
                used->next = old;
                old = used;
                pop = 1;
                break;
            }
        }
    }
    top = made = seen = used = rest = NULL;
    return 0;
}
