// Switches, gotos, computed gotos, function pointers, variable arguments, recursion, exit handlers.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int total(int count, ...) {
    va_list list, again;
    va_start(list, count);
    va_copy(again, list);
    long s = 0;
    for (int i = 0; i < count; i++) s += i % 2 ? (long)va_arg(list, double) : va_arg(list, int);
    va_end(list);
    s = s * 1000 + va_arg(again, int);
    va_end(again);
    return (int)s;
}

static int interpret(const char *code) {
    static void *const labels[] = {&&push, &&add, &&mul, &&end};
    int stack[8], top = 0;
    goto *labels[*code++ - '0'];
push:
    stack[top++] = *code++ - '0';
    goto *labels[*code++ - '0'];
add:
    top--;
    stack[top - 1] += stack[top];
    goto *labels[*code++ - '0'];
mul:
    top--;
    stack[top - 1] *= stack[top];
    goto *labels[*code++ - '0'];
end:
    return stack[0];
}

static unsigned ackermann(unsigned m, unsigned n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static const char *kind(long x) {
    switch (x) {
    case -5: return "minus five";
    case 0 ... 9: return "digit";
    case 1L << 40: return "large";
    default: return x & 1 ? "odd" : "even";
    }
}

struct pair { long a, b; };
static struct pair swapped(struct pair p) { return (struct pair){p.b, p.a}; }
static int twice(int (*f)(int), int x) { return f(f(x)); }
static int triple(int x) { return 3 * x + 1; }
static void last(void) { puts("last"); }
static void before(void) { puts("before"); }

int main(int argc, char **argv) {
    atexit(last);
    atexit(before);
    printf("%d\n", total(4, 10, 2.75, -3, 1e3));
    printf("%d\n", interpret("03040521" "3"));
    printf("%u\n", ackermann(2, 9));
    for (int i = 0; i < 5; i++) printf("%s ", kind((long[]){-5, 7, 1L << 40, 33, 34}[i]));
    struct pair p = swapped((struct pair){1, 2});
    printf("\n%ld %ld %d\n", p.a, p.b, twice(triple, 4));
    printf("%d %d\n", argc, argv[argc] == NULL);
    exit(argc + 40);
}
