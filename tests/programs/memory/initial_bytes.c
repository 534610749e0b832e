// Bytes that nobody wrote are the same whichever way they are read: as one scalar or several, at constant places or at any
// index, in one branch or the other, copied or not. What depends on them is confirmed by the machine.
// expect: FALSE(reach-error)
// flags: -D HEAP
// expect: FALSE(reach-error)
// flags: -D BRANCHES
// expect: FALSE(reach-error)
// flags: -D WIDTHS
// expect: FALSE(reach-error)
// flags: -D COPIED
// expect: FALSE(reach-error)
// flags: -D TABLE
// expect: FALSE(reach-error)
// flags: -D SAME
// expect: TRUE
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned below(unsigned n) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= n) exit(0);
    return i;
}
struct entry {
    unsigned key, value;
    struct entry *next;
};
int main(void) {
#if defined HEAP
    char *s = malloc(100);
    if (s[3] == 7 && s[below(100)] == 5) reach_error(); // BUG
#elif defined BRANCHES
    int s[100];
    unsigned i = below(100), x;
    if (below(2)) {
        x = s[4];
    } else {
        x = (unsigned)s[i] + ((unsigned char *)s)[17];
    }
    if (x == 77 && s[i] == 76 && s[5] == 1) reach_error(); // BUG
#elif defined WIDTHS
    char *s = malloc(600);
    long a = *(long *)(s + 8);
    short b = *(short *)(s + 10);
    int c = *(int *)(s + 4 * below(150));
    char d = s[below(600)];
    if (a == 0x1122334455667788 && b == 0x5566 && c == 0x11223344 && d == 9) reach_error(); // BUG
#elif defined COPIED
    long s[65], t[65];
    memcpy(t, s, 8 * below(66));
    if (t[2] == 5 && s[2] == 5 && t[below(65)] == 6 && s[64] == 1) reach_error(); // BUG
#elif defined TABLE
    struct entry *table[64] = {0};
    unsigned keys[80];
    for (int i = 0; i < 3; i++) {
        struct entry *e = malloc(sizeof *e);
        e->key = keys[i + 70];
        e->next = table[e->key % 64];
        table[e->key % 64] = e;
    }
    for (struct entry *e = table[keys[below(80)] % 64]; e; e = e->next) {
        if (e->key == keys[71] && e->value == 3) reach_error(); // BUG
    }
#elif defined SAME
    unsigned char *s = malloc(100);
    unsigned i = below(99);
    unsigned short whole = *(unsigned short *)(s + i);
    unsigned low = s[i], high = s[i + 1];
    unsigned char copy[100];
    memcpy(copy, s, 100);
    if (whole != (low | high << 8)) reach_error();
    if (copy[i] != low || *(unsigned short *)(copy + i) != whole) reach_error();
    if (*(unsigned *)(s + 20) != *(unsigned *)(copy + 20)) reach_error();
#else
    int s[65];
    if (s[3] == 7 && s[below(65)] == 5) reach_error(); // BUG
#endif
    return 0;
}
