// Thread-local and atomic objects, variable arguments.
#include <stdarg.h>
_Thread_local int mine;
_Atomic int shared;
static int sum(int n, ...) {
    va_list all;
    int total = 0;
    va_start(all, n);
    while (n--)
        total += va_arg(all, int);
    va_end(all);
    return total;
}
int main(void) {
    mine++;
    shared += 2;
    return sum(2, mine, shared);
}
