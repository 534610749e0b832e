// What gcc leaves in preprocessed headers of the C library, and clang does not know.
// flags: -m64
// expect: TRUE
// flags: -m32
// expect: TRUE
extern _Float32 strtof32(const char *text, char **end);
extern _Float64x strtof64x(const char *text, char **end);
extern _Complex _Float128 cacosf128(_Complex _Float128 z);
extern int fclose(void *stream);
extern void *fopen(const char *name, const char *modes) __attribute__((__malloc__)) __attribute__((__malloc__(fclose, 1)));
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    _Float32 x = __VERIFIER_nondet_int() % 100;
    if (x > 99) reach_error();
    return 0;
}
