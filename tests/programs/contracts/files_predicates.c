// part of files.c
#include "files.h"
static _Bool is_allocated(const char *p, size_t n) {
#ifdef OPEN
    return p == NULL || __CPROVER_is_fresh(p, n);
#else
    return __CPROVER_is_fresh(p, n);
#endif
}
_Bool is_text(const struct text *t) {
    return __CPROVER_is_fresh(t, sizeof *t) & (t->length > 0) & (t->length < 100) & is_allocated(t->at, t->length);
}
_Bool is_number(const int *p) {
#ifdef OPEN
    return p == NULL || (__CPROVER_is_fresh(p, sizeof *p) && *p > 0);
#else
    return __CPROVER_is_fresh(p, sizeof *p) && *p > 0;
#endif
}
