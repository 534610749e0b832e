// CBMC takes declarations of its words that contradict each other.
// expect: TRUE
void __CPROVER_assume(int);
unsigned long __CPROVER_uninterpreted_f(void *);
unsigned long __CPROVER_uninterpreted_f(const void *const a);
int main(void) {
    int x = nondet_int();
    __CPROVER_assume(x > 3);
    __CPROVER_assert(x != 0, "assumed");
    return 0;
}
