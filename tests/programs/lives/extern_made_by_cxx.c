// C++ compilers declare tables as a pointer, which tells neither their size nor what they hold.
// expect: UNKNOWN(unsupported: the extent of _ZTI1x, which is only declared)
// flags: --memory flat
// expect: UNKNOWN(unsupported: the extent of _ZTI1x, which is only declared)
// flags: -m32
// expect: UNKNOWN(unsupported: the extent of _ZTI1x, which is only declared)
// flags: -DOTHER
// expect: FALSE(invalid-read|array-bounds)

extern void *const _ZTI1x, *const other;

int main(void) {
#ifdef OTHER
    return (&other)[1] != 0; // BUG
#else
    return (&_ZTI1x)[1] != 0;
#endif
}
