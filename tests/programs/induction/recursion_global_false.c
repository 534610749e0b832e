// What the activations write must not be taken for unchanged after the call.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
unsigned g = 1;
static void f(unsigned n, unsigned depth) {
    if (depth == 100000) g = 0;
    if (n > 0) f(n - 1, depth + 1);
}
int main(void) {
    f(__VERIFIER_nondet_uint(), 0);
    if (!g) reach_error();
}
