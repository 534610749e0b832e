// Memory that an undefined function returns has any size.
// flags: --check memory
// expect: UNKNOWN(unsupported: access to an object of unknown size
char *any(void);
int main(void) {
    char *p = any();
    return p ? p[1 << 20] : 0;
}
