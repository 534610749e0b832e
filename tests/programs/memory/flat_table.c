// Functions whose address is read from memory, among others of other types; types of operands out of memory.
// flags: --memory flat --check default,unsigned-overflow
// expect: FALSE(unsigned-overflow)
// flags: --memory objects --check default,unsigned-overflow
// expect: FALSE(unsigned-overflow)
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
struct pair {
    long a, b, c;
};
static struct pair make(int a, int b) { return (struct pair){a, b, a}; }
static void nothing(int a, int b) { (void)a, (void)b; }
static unsigned add(unsigned a, unsigned b) { return a + b; }
static unsigned sub(unsigned a, unsigned b) { return a - b; } // BUG
static unsigned (*const ops[])(unsigned, unsigned) = {add, sub};
static struct pair (*volatile make_it)(int, int) = make;
static void (*volatile nothing_of)(int, int) = nothing;
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 2)
        return 0;
    nothing_of(1, 2);
    assert(make_it(3, 4).b == 4);
    unsigned r = ops[i](3, 6);
    assert(r == 9);
    return 0;
}
