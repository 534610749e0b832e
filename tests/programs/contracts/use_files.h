_Bool is_level(const int *p);
int other(int x);
int shared(int *p)
    __CPROVER_requires(is_level(p))
    __CPROVER_assigns(*p)
    __CPROVER_ensures(__CPROVER_return_value == *p && is_level(p) && *p > __CPROVER_old(*p));
