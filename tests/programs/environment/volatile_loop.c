// A driver waits for a device, which induction proves for any number of reads.
// flags: --volatile any
// expect: TRUE
// flags: --volatile any -D LIMIT=6
// expect: FALSE(assert)
// flags: --volatile any --engine explicit -D BYTE -D LIMIT=6
// expect: FALSE(assert)
#ifndef LIMIT
#define LIMIT 7
#endif
extern void __VERIFIER_assert(int);
#ifdef BYTE
volatile unsigned char status;
#else
volatile unsigned status;
#endif
int main(void) {
    unsigned s;
    do
        s = status;
    while (!(s & 8));
    __VERIFIER_assert((s & 7) <= LIMIT); // BUG
    __VERIFIER_assert(s & 8);
    return 0;
}
