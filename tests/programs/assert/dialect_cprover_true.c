// expect: TRUE
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
unsigned char nondet_uchar(void);
int main(void) {
    unsigned char c = nondet_uchar();
    __CPROVER_assume(c >= '0' && c <= '9');
    __CPROVER_assert(c - '0' < 10, "digit");
    return 0;
}
