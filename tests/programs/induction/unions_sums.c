// Claims about sums of places of one width whose values are parts of wider ones: what is made of them has the sum's width.
// flags: --check assert
// expect: FALSE(reach-error)
// flags: --check assert -D NEVER
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
union { long l; int i[2]; short s[4]; unsigned char c[8]; } u;
int main(void) {
    unsigned v = __VERIFIER_nondet_uint(), w = v;
    u.s[w & 3] = 7;
    u.l = w;
    while (v & 3) {
        w = __VERIFIER_nondet_uint();
        *(short *)(u.c + (w & 3)) = u.l + 1;
        u.c[0] = u.i[w & 1];
        v = w >> 3;
    }
#ifdef NEVER
    if (u.s[1] == 116 && u.s[1] == w) reach_error();
#else
    if (u.s[1] == 116 && u.s[1] == (short)w) reach_error(); // BUG
#endif
    return 0;
}
