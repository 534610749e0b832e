// A stub may define what compilers turn into a call of the library.
// expect: TRUE
// flags: -D WRONG=1
// expect: FALSE(assert)
#ifndef WRONG
#define WRONG 0
#endif
void *__builtin___memcpy_chk(void *to, const void *from, __CPROVER_size_t n, __CPROVER_size_t size) {
    __CPROVER_precondition(n <= size, "fits");
    for (__CPROVER_size_t i = 0; i < n; i++)
        ((char *)to)[i] = ((const char *)from)[i] + WRONG;
    return to;
}
int main(void) {
    char a[3] = "ab", b[3];
    __builtin___memcpy_chk(b, a, 3, 3);
    __CPROVER_assert(b[1] == 'b', "copied"); // BUG
    return 0;
}
