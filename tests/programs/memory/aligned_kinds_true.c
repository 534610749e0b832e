// What is aligned: locals, globals, heap objects, variable arguments, members of structures.
// flags: --check default,alignment
// expect: TRUE
// flags: --check default,alignment -m 32
// expect: TRUE
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
struct bits { char c; unsigned a : 3, b : 29; };
struct __attribute__((packed)) tight { char c; int i; long long l; };
struct all { struct bits bits; struct tight tight; double d; _Atomic int counter; volatile long v; };
static struct all global;
extern unsigned __VERIFIER_nondet_uint(void);
static double sum(int n, ...) {
    va_list list;
    va_start(list, n);
    double total = 0;
    for (int i = 0; i < n; i++)
        total += va_arg(list, int) + va_arg(list, double) + va_arg(list, long long);
    va_end(list);
    return total;
}
int main(void) {
    struct all local, *heap = malloc(3 * sizeof *heap);
    unsigned n = __VERIFIER_nondet_uint() % 3;
    memset(&local, 0, sizeof local);
    memset(heap, 0, 3 * sizeof *heap);
    heap[n] = local;
    heap[n].bits.b = 5;
    heap[n].tight.i = 3;
    heap[n].tight.l = heap[n].tight.i;
    heap[n].counter++;
    heap[n].v = heap[n].bits.b;
    global = heap[n];
    double d = sum(2, 1, 2.0, 3LL, 4, 5.0, 6LL);
    int variable[n + 1];
    variable[n] = (int)d;
    n = variable[n] != 21 || global.v != 5;
    free(heap);
    return 1 / (int)!n - 1;
}
