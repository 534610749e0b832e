// A thread uses a local of a function that has returned.
// flags: --engine bmc --bound 4
// expect: FALSE(use-after-return)
#include "common.h"
static pthread_t t;
T(p) { *(int *)arg = 1; return 0; }
static void start(void) { int local = 0; MK(t, p, &local); }
int main(void) { start(); J(t); return 0; }
