// A bound is only computed where what stands before it holds.
// expect: TRUE
// flags: -D BEFORE
// expect: FALSE(null-dereference)
// flags: -D UNKNOWN
// expect: UNKNOWN(unsupported: __CPROVER_forall)
struct row {
    int size;
    int at[4];
};
int main(void) {
    struct row r = {3, {1, 2, 3, 4}};
    struct row *p = nondet_int() ? &r : 0;
    __CPROVER_bool b = __CPROVER_forall { int i; (p != 0 && 0 <= i && i < p->size) ==> p->at[i] == i + 1 };
    __CPROVER_assert(b, "all");
    b = __CPROVER_exists { int i; p && (0 <= i && i < p->size) && p->at[i] == 3 };
    __CPROVER_assert(b == (p != 0), "one");
    b = __CPROVER_forall { int i; !p || i < 0 || i >= p->size || p->at[i] < 4 };
    __CPROVER_assert(b, "or");
#ifdef BEFORE
    b = __CPROVER_forall { int i; (0 <= i && i < p->size && p != 0) ==> p->at[i] < 4 }; // BUG
#endif
#ifdef UNKNOWN
    b = __CPROVER_forall { int i; ((p != 0 || i > 9) && 0 <= i && i < p->size) ==> p->at[i] < 4 };
#endif
    return 0;
}
