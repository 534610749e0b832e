// loop 14: a, heap 13
// loop 17: b
// loop 20: b, call 21, l
// loop 24: anything
// function sum: l
#include <stdarg.h>
#include <stdlib.h>
int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); va_end(l); return s; }
char a[8], b[8];
void write_a(void) { a[0]++; }
void (*hook)(void) = write_a;
int main(int argc, char **argv) {
    char *h = malloc(8);
    for (int i = 0; i < argc; i++) {
        if (i == 3) free(h); else hook();
    }
    for (int i = 0; i < argc; i++) {
        __builtin_memcpy(b, a, sizeof b);
    }
    for (int i = 0; i < argc; i++) {
        b[1] = sum(0);
    }
    char **outside = argv;
    while (argc--) {
        outside[argc][0] = 1;
    }
}
