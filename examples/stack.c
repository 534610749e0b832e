// A bounded stack with a forgotten check: the fifth push in a row writes beyond the array.
// Expected: FALSE(invalid-write).
#include <assert.h>

int __VERIFIER_nondet_int(void);

struct stack {
    int size;
    int items[4];
};

static void push(struct stack *s, int v) {
    s->items[s->size++] = v; // nobody asks whether there is room
}

static int pop(struct stack *s) {
    assert(s->size > 0);
    return s->items[--s->size];
}

int main(void) {
    struct stack s = {0};
    for (int i = 0; i < 6; i++) {
        int command = __VERIFIER_nondet_int();
        if (command == 1)
            push(&s, i);
        else if (command == 2 && s.size > 0)
            pop(&s);
    }
    return 0;
}
