// A calculator for reverse Polish notation with a table of operators. The division by zero is caught; the remainder
// by zero is not. Expected: FALSE(division-by-zero).
#include <stddef.h>

unsigned char __VERIFIER_nondet_uchar(void);

static unsigned add(unsigned a, unsigned b) { return a + b; }
static unsigned subtract(unsigned a, unsigned b) { return a - b; }
static unsigned divide(unsigned a, unsigned b) { return b ? a / b : 0; }
static unsigned remainder_of(unsigned a, unsigned b) { return a % b; }

static const struct {
    char symbol;
    unsigned (*apply)(unsigned, unsigned);
} operators[] = {{'+', add}, {'-', subtract}, {'/', divide}, {'%', remainder_of}};

static unsigned evaluate(const char *text) {
    unsigned stack[4] = {0};
    int top = 0;
    for (; *text; text++) {
        if (*text >= '0' && *text <= '9') {
            if (top < 4)
                stack[top++] = (unsigned)(*text - '0');
            continue;
        }
        for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
            if (operators[i].symbol == *text && top >= 2) {
                stack[top - 2] = operators[i].apply(stack[top - 2], stack[top - 1]);
                top--;
            }
    }
    return stack[0];
}

int main(void) {
    char text[4] = {0};
    for (int i = 0; i < 3; i++)
        text[i] = (char)__VERIFIER_nondet_uchar();
    return evaluate(text) == 7;
}
