// A C++ program may declare a verifier's functions as its own.
// expect: TRUE
// flags: -D BAD=12
// expect: FALSE(assert)
#ifndef BAD
#define BAD 30
#endif
int __VERIFIER_nondet_int();
void __CPROVER_assume(bool);
void __CPROVER_assert(bool, const char *);
int main() {
    int x = __VERIFIER_nondet_int();
    __CPROVER_assume(x > 10 && x < 20);
    __CPROVER_assert(x != BAD, "never"); // BUG
    return 0;
}
