// A predicate of another file is a condition of pointers, too. The contract stands apart from the function.
// with: files_predicates.c
// flags: --check-contract first
// expect: TRUE
// flags: --check-contract first -D OPEN
// expect: FALSE(null-dereference)
// flags: --check-contract local
// expect: TRUE
// flags: --check-contract local -D OPEN
// expect: FALSE(null-dereference)
#include "files.h"
char first(const struct text *t) {
    return t->at[0]; // BUG
}
static int local(const int *p)
    __CPROVER_requires(is_number(p))
    __CPROVER_ensures(__CPROVER_return_value > 0);
static int local(const int *p) {
    return *p; // BUG
}
