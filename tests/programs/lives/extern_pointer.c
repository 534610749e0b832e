// expect: UNKNOWN(unsupported: contents of the declared-only object p)
// flags: --memory flat
// expect: UNKNOWN(unsupported: contents of the declared-only object p)
// flags: -m32
// expect: UNKNOWN(unsupported: contents of the declared-only object p)
extern int *p;

int main(void) {
    if (p)
        p[1] = 1;
    return 0;
}
