// All bytes of an object become any, those of others stay.
// expect: TRUE
// flags: -D CLAIM=s.a==1
// expect: FALSE(assert)
// flags: -D CLAIM=s.b!=77
// expect: FALSE(assert)
#ifndef CLAIM
#define CLAIM 1
#endif
struct { int a, b; } s = {1, 2};
int other = 3;
int main(void) {
    __CPROVER_havoc_object(&s.b);
    __CPROVER_assert(other == 3, "another object");
    __CPROVER_assert(CLAIM, "claim"); // BUG
    return 0;
}
