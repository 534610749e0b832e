// part of use_files.c
#include "use_files.h"
static int level(int x)
    __CPROVER_ensures(__CPROVER_return_value == x - 1);
static int level(int x) { return x - 1; }
int other(int x) { return level(x); }
_Bool is_level(const int *p) { return __CPROVER_r_ok(p, sizeof *p) && *p > 0; }
int shared(int *p) { return ++*p; }
