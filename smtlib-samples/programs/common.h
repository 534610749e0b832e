// What the programs of this folder share.
void __VERIFIER_assume(int);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
#include <assert.h>
#ifdef BUG
#define FIX(good, bad) (bad)
#else
#define FIX(good, bad) (good)
#endif
