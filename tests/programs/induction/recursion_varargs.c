// Variable arguments are left to bounds.
// flags: --check assert --timeout 3
// expect: UNKNOWN
#include <stdarg.h>
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned f(unsigned n, ...) {
    va_list list;
    va_start(list, n);
    unsigned more = va_arg(list, unsigned);
    va_end(list);
    if (more == 3000000000u) reach_error();
    return n == 0 ? 0 : f(n - 1, more + 1);
}
int main(void) { return f(__VERIFIER_nondet_uint(), 0u); }
