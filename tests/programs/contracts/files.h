#include <stddef.h>
struct text {
    size_t length;
    const char *at;
};
_Bool is_text(const struct text *t);
_Bool is_number(const int *p);
char first(const struct text *t)
    __CPROVER_requires(is_text(t))
    __CPROVER_ensures(__CPROVER_return_value == t->at[0]);
