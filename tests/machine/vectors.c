// Vectors, atomics, volatile objects, packed structures.
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

typedef int four __attribute__((vector_size(16)));
typedef unsigned char sixteen __attribute__((vector_size(16)));
struct __attribute__((packed)) tight { char a; int b; short c; };

static _Atomic int counter = 5;
static volatile long seen;

int main(void) {
    four a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
    four c = a * b + (a < b) - (b >> 1);
    four d = __builtin_shufflevector(a, c, 7, 0, 5, 2);
    c[2] = d[1];
    printf("%d %d %d %d | %d %d %d %d\n", c[0], c[1], c[2], c[3], d[0], d[1], d[2], d[3]);
    sixteen bytes;
    memcpy(&bytes, &c, sizeof bytes);
    bytes ^= 0x55;
    unsigned s = 0;
    for (int i = 0; i < 16; i++) s = s * 31 + bytes[i];
    printf("%u\n", s);
    int expected = 5;
    printf("%d ", atomic_compare_exchange_strong(&counter, &expected, 9));
    printf("%d ", atomic_compare_exchange_strong(&counter, &expected, 1));
    printf("%d %d %d\n", expected, atomic_fetch_add(&counter, 3), atomic_exchange(&counter, -1));
    for (int i = 0; i < 3; i++) seen = seen * 7 + i;
    struct tight t[2] = {{1, 0x01020304, 5}, {2, -1, 6}};
    unsigned char raw[sizeof t];
    memcpy(raw, t, sizeof raw);
    for (unsigned i = 0; i < sizeof raw; i++) printf("%02x", raw[i]);
    printf(" %ld %zu\n", seen, sizeof t);
    return 0;
}
