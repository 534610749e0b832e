// The same without any word of CBMC.
// expect: TRUE
extern void __VERIFIER_assert(int);
void *__builtin___memmove_chk(void *to, const void *from, unsigned long n, unsigned long size) {
    return (void)from, (void)n, (void)size, to;
}
int main(void) {
    char a[3] = "ab", b[3] = "cd";
    __builtin___memmove_chk(b, a, 3, 3);
    __VERIFIER_assert(b[1] == 'd');
    return 0;
}
