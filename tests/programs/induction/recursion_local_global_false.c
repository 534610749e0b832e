// The pointer to a local object of an activation is passed on in a global.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
unsigned *up;
static void f(unsigned n, unsigned depth) {
    unsigned mine = 0, *before = up;
    up = &mine;
    if (n > 0) f(n - 1, depth + 1);
    if (mine == 100000) reach_error();
    up = before;
    if (up) *up = depth;
}
int main(void) { f(__VERIFIER_nondet_uint(), 0); }
