// Memory that an undefined function returns has any size, before the place that is returned as well.
// flags: --check memory
// expect: UNKNOWN(unsupported: access to an object of unknown size)
// flags: --check memory -DBEYOND=-1
// expect: UNKNOWN(unsupported: access to an object of unknown size)
#ifndef BEYOND
#define BEYOND (1 << 20)
#endif
char *any(void);
int main(void) {
    char *p = any();
    return p ? p[BEYOND] : 0;
}
