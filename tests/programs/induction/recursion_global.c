// A global counts the calls: what the recursion changes is forgotten, and claimed of its start and end.
// flags: --check assert
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
unsigned calls, other = 7;
static void walk(unsigned n) {
    calls++;
    if (n) walk(n - 1);
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    walk(n);
    if (calls != n + 1 || other != 7) reach_error();
}
