// expect: UNKNOWN(unsupported: access to an object of unknown size)
// flags: --memory flat
// expect: UNKNOWN(unsupported: access to an object of unknown size)
// flags: -m32
// expect: UNKNOWN(unsupported: access to an object of unknown size)

extern int a[];

int main(void) {
    a[3] = 1;
    return 0;
}
