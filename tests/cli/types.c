#include <assert.h>
#include <stdbool.h>
bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
struct flags {
    unsigned ready : 1;
    int level : 4;
    unsigned rest : 11;
};
union word {
    unsigned number;
    unsigned char bytes[4];
};
static double ratio = 0.5;
static int apply(int (*f)(int), int x) { return f(x); }
static int twice(int x) { return 2 * x; }
int main(void) {
    struct flags f = {0};
    f.level = -3;
    f.ready = 1;
    union word w;
    w.number = 0x04030201u;
    w.bytes[3] = 0xff;
    ratio = ratio * 3;
    int grid[2][3] = {{0}};
    int *cell = &grid[1][2];
    *cell = apply(twice, 21);
    bool yes = __VERIFIER_nondet_bool();
    char letter = __VERIFIER_nondet_char();
    unsigned big = __VERIFIER_nondet_uint();
    long offset = __VERIFIER_nondet_long();
    if (!yes || letter != 'x' || big != 4000000000u)
        return 0;
    assert(offset != -5);
    return f.level;
}
