// What the programs that grow with N share: inputs, and the property.
#include <assert.h>
#include <stdlib.h>
#ifndef N
#define N 10
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
#ifdef BROKEN
#define WRONG 1
#else
#define WRONG 0
#endif
