// expect: TRUE
#include <assert.h>
#include <stddef.h>
struct __attribute__((packed)) record { char tag; int value; short end; };
int __VERIFIER_nondet_int(void);
int main(void) {
    struct record r = {1, __VERIFIER_nondet_int(), 2};
    assert(sizeof r == 7 && offsetof(struct record, value) == 1);
    unsigned char *b = (unsigned char *)&r;
    assert(b[1] == (unsigned char)r.value && b[5] == 2 && b[6] == 0);
    return 0;
}
