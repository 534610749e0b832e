// An uninterpreted function has one value for the same arguments.
// expect: TRUE
// flags: -D CLAIM=__CPROVER_uninterpreted_f(x,y)==__CPROVER_uninterpreted_f(y,x)
// expect: FALSE(assert)
// flags: -D CLAIM=__CPROVER_uninterpreted_g(&x)
// expect: FALSE(assert)
#ifndef CLAIM
#define CLAIM 1
#endif
int __CPROVER_uninterpreted_f(int, int);
_Bool __CPROVER_uninterpreted_g(const void *);
void *__CPROVER_uninterpreted_h(unsigned char);
int main(void) {
    int x = nondet_int(), y = nondet_int(), sum = 0;
    for (int i = 0; i < 3; i++)
        sum += __CPROVER_uninterpreted_f(x, i) & 1;
    int first = __CPROVER_uninterpreted_f(x, y);
    if (y == 2)
        __CPROVER_assert(first == __CPROVER_uninterpreted_f(x, 2), "in a loop");
    if (x == y)
        __CPROVER_assert(__CPROVER_uninterpreted_f(y, x) == first, "equal arguments");
    __CPROVER_assert(__CPROVER_uninterpreted_g(&x) == __CPROVER_uninterpreted_g(&x), "pointers");
    __CPROVER_assert(__CPROVER_uninterpreted_h(1) == __CPROVER_uninterpreted_h(257), "converted");
    __CPROVER_assert(sum <= 3, "sum");
    __CPROVER_assert(CLAIM, "claim"); // BUG
    return 0;
}
