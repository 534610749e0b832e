// Large buffers and arrays of variable length across a jump: only what changes is looked at.
// flags: --bound 8
// expect: TRUE
#include <setjmp.h>
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf err;
static int parse(const char *s, int n) { for (int i = 0; i < n; i++) if (s[i] == 'e') longjmp(err, i + 1); return n; }
static int guarded(int n) {
    char buf[4096];
    volatile int done = 0;
    int v[n];
    buf[0] = 'a'; buf[1] = 'b'; buf[2] = n > 3 ? 'e' : 'c'; v[0] = 1;
    int r = setjmp(err);
    if (r) { assert(done == 0 && r == 3 && n > 3); assert(buf[0] == 'a'); return -r; }
    int k = parse(buf, 3);
    done = 1;
    assert(v[0] == 1 && k == 3 && n <= 3);
    return k;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5) return 0;
    assert(guarded(n) == (n > 3 ? -3 : 3));
    return 0;
}
