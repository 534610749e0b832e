// What the program computes with addresses holds for every place that objects may have: neither an assertion about them nor its
// opposite is TRUE by where the engine puts them.
// flags: -DCASE=1
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=1 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=2
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=2 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=3
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=3 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=3 -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=3 -DNEG -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=4
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=4 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=5
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=5 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=6
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=6 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=6 -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=6 -DNEG -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=7
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=7 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=8
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=8 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=9
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=9 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=9 -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=9 -DNEG -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=10
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=10 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=11
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=11 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=12
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=12 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=12 -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=12 -DNEG -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=13
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=13 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=14
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=14 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=15
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=15 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=15 -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=15 -DNEG -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=16
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=16 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=17
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=17 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=18
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=18 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=18 -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=18 -DNEG -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=19
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=19 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=20
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=20 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=21
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=21 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=21 -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=21 -DNEG -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=22
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=22 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=23
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=23 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=24
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=24 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=24 -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=24 -DNEG -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=25
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=25 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=26
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=26 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=27
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=27 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=27 -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=27 -DNEG -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=28
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=28 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=29
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=29 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=30
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=30 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=30 -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=30 -DNEG -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=31
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=31 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=32 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=33
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=33 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=33 -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=33 -DNEG -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=34
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=34 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=35
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=35 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=36
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=36 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=36 -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=36 -DNEG -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=1 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=1 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=3 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=3 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=4 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=4 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=7 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=7 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=9 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=9 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=10 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=10 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=13 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=13 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=15 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=15 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=16 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=16 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=18 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=18 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=21 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=21 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=23 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=23 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=26 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=26 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=30 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=30 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=33 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=33 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=34 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=34 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=35 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=35 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=36 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=36 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=37
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=37 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=37 --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=37 -DNEG --memory flat
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=38
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DCASE=38 -DNEG
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef NEG
#define check(x) assert(!(x))
#else
#define check(x) assert(x)
#endif
extern int __VERIFIER_nondet_int(void);
static int a, b; static char table[64];
union U { int *p; uintptr_t n; unsigned char c[sizeof(int*)]; unsigned short s[sizeof(int*)/2]; unsigned w[sizeof(int*)/4]; };
static uintptr_t hash(void *p) { return ((uintptr_t)p >> 4) * 2654435761u; }
int main(void) {
    int *p = &a, *q = &b; uintptr_t n, m;
#if CASE==1
    check((unsigned)(uintptr_t)p < (unsigned)(uintptr_t)q);
#elif CASE==2
    memcpy(&n, &p, sizeof p); memcpy(&m, &q, sizeof q); check(n < m);
#elif CASE==3
    union U u, v; u.p = p; v.p = q; check(u.n < v.n);
#elif CASE==4
    union U u, v; u.p = p; v.p = q; check(u.c[1] < v.c[1]);
#elif CASE==5
    check((double)(uintptr_t)p < (double)(uintptr_t)q);
#elif CASE==6
    switch ((uintptr_t)p) { case 0x100000: check(0); break; case 0x10000: check(0); default: check(1); }
#elif CASE==7
    check(memcmp(&p, &q, sizeof p) < 0);
#elif CASE==8
    check((unsigned __int128)(uintptr_t)p * 3 < (unsigned __int128)(uintptr_t)q * 3);
#elif CASE==9
    check((long long)(intptr_t)p - (long long)(intptr_t)q == 16);
#elif CASE==10
    int *r = (int *)((uintptr_t)p + 16); check(r == q);
#elif CASE==11
    check((short)(uintptr_t)p < (short)(uintptr_t)q);
#elif CASE==12
    table[(unsigned char)(uintptr_t)p & 63] = 1; check(table[16] == 1);
#elif CASE==13
    check(hash(p) % 64 < hash(q) % 64);
#elif CASE==14
    check(hash(p) == hash(q));
#elif CASE==15
    union U u; u.p = p; check(u.s[0] == 16);
#elif CASE==16
    union U u; u.p = p; check(u.w[0] > 4096);
#elif CASE==17
    check((float)(intptr_t)p > 1e6f);
#elif CASE==18
    int *h = malloc(4); union U u; u.p = h; if (!h) return 0; check((u.n & 0xfff0) == 0);
#elif CASE==19
    uintptr_t x = (uintptr_t)p ^ (uintptr_t)q; check((int*)x > (int*)64);
#elif CASE==20
    uintptr_t x = (uintptr_t)p; x = x << 1 >> 1; check(x < 70000);
#elif CASE==21
    char s[9]; memcpy(s, &p, sizeof p); check(s[0] == 0 || s[1] < 5);
#elif CASE==22
    check(__builtin_popcountl((uintptr_t)p) == 3);
#elif CASE==23
    check(~(uintptr_t)p > ~(uintptr_t)q);
#elif CASE==24
    check(-(uintptr_t)p > -(uintptr_t)q);
#elif CASE==25
    check((uintptr_t)p * 2 < (uintptr_t)q * 2);
#elif CASE==26
    uintptr_t k = (uintptr_t)p; int i = __VERIFIER_nondet_int(); if (i) k = (uintptr_t)q; check(k < 70000 || (unsigned)k == 3);
#elif CASE==27
    int *arr[2] = {p, q}; check(((uintptr_t *)arr)[0] < ((uintptr_t *)arr)[1]);
#elif CASE==28
    struct { unsigned x : 12; } f; f.x = (uintptr_t)p; check(f.x == 0x10);
#elif CASE==29
    check((((uintptr_t)p | 0xfff) < ((uintptr_t)q | 0xfff)));
#elif CASE==30
    int i = __VERIFIER_nondet_int(); char *z = (char*)p + i; check((uintptr_t)z != (uintptr_t)q);
#elif CASE==31
    _Bool t = (uintptr_t)p & 16; check(t);
#elif CASE==32
    uintptr_t *np = (uintptr_t *)&p; check(*np + 1 > 90000);
#elif CASE==33
    void (*f)(void) = abort; check((unsigned)(uintptr_t)f < 70000);
#elif CASE==34
    check((uintptr_t)p / 4096 == (uintptr_t)q / 4096);
#elif CASE==35
    _Bool t = (uintptr_t)p < (uintptr_t)q; check(t);
#elif CASE==36
    uintptr_t big = (uintptr_t)p > (uintptr_t)q ? (uintptr_t)p : (uintptr_t)q; check(big == (uintptr_t)q);
#elif CASE==37
    char *h = malloc(4); check(h + 4 != (char *)p);
#elif CASE==38
    static int *arr[64]; arr[__VERIFIER_nondet_int() & 63] = p; check(strlen((char *)arr) <= 1);
#endif
}
