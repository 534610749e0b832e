// loop 12: k, x, z
// loop 16: anything
// loop 21: heap 19
// loop 26: y
// loop 32: text
// function set: k, x, z
#include <stdlib.h>
int x, y, z;
void set(int *p) { int k[2]; k[p == &x] = 1; *p = k[0]; }
void escape(int *);
int main(int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        set(&x);
    }
    long address = (long)(argc * 8 + 4096);
    for (int i = 0; i < argc; i++) {
        *(int *)address = 3;
    }
    int *h = malloc(40);
    if (!h) return 1;
    for (int i = 0; i < 10; i++) {
        h[i] = i;
    }
    int *table[2] = { &y, 0 };
    int *of = table[0];
    for (int i = 0; i < argc; i++) {
        *of = y + z;
    }
    set(&z);
    char text[8];
    volatile int n = 0;
    while (text[0]) {
        text[n] = 1;
    }
}
