// expect: UNKNOWN(unsupported: the extent of a, which is only declared)
// flags: --memory flat
// expect: UNKNOWN(unsupported: the extent of a, which is only declared)
// flags: -m32
// expect: UNKNOWN(unsupported: the extent of a, which is only declared)

extern int a[];

int main(void) {
    a[3] = 1;
    return 0;
}
