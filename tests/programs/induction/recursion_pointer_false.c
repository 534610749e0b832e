// The parameter is a pointer that moves: it leaves the array after many calls.
// flags: --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned char a[200000];
static unsigned f(const unsigned char *p) { return *p || __VERIFIER_nondet_uint() ? 0 : f(p + 1); }
int main(void) { return f(a); }
