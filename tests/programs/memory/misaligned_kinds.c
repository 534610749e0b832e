// Accesses that clang's sanitizer leaves out.
// flags: --check alignment -D ACCESS=(void)*(volatile_int*)at
// expect: FALSE(misaligned)
// flags: --check alignment -D ACCESS=*(volatile_int*)at=3
// expect: FALSE(misaligned)
// flags: --check alignment -D ACCESS=x=__atomic_load_n((int*)at,5)
// expect: FALSE(misaligned)
// flags: --check alignment -D ACCESS=__atomic_fetch_add((int*)at,1,5)
// expect: FALSE(misaligned)
// flags: --check alignment -D ACCESS=++*(_Atomic(int)*)at
// expect: FALSE(misaligned)
// flags: --check alignment -D ACCESS=((struct_bits*)at)->b=2
// expect: FALSE(misaligned)
// flags: --check alignment -D ACCESS=x=((struct_bits*)at)->b
// expect: FALSE(misaligned)
// flags: --check alignment -D ACCESS=s=*(struct_two*)at
// expect: FALSE(misaligned)
// flags: --check alignment -D ACCESS=*(struct_two*)at=s
// expect: FALSE(misaligned)
// flags: --check alignment -D ACCESS=*(struct_two*)at=s -m 32
// expect: FALSE(misaligned)
// flags: --check alignment -D ACCESS=x=*(int*)at --memory flat
// expect: FALSE(misaligned)
// flags: --check alignment -D ACCESS=x=*(char*)at
// expect: TRUE
// flags: --check alignment -D ACCESS=x=*(packed_int*)at
// expect: TRUE
// flags: --check alignment -D ACCESS=__builtin_memcpy(at,&s,sizeof(s))
// expect: TRUE
typedef volatile int volatile_int;
typedef int packed_int __attribute__((aligned(1)));
typedef struct { unsigned a : 3, b : 9; } struct_bits;
typedef struct { int a, b, c[7]; } struct_two;
extern unsigned __VERIFIER_nondet_uint(void);
int x;
int main(void) {
    _Alignas(16) char bytes[64] = {0};
    struct_two s = {1, 2, {3}};
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 8)
        return 0;
    char *at = bytes + n;
    ACCESS; // BUG
    return s.a + x;
}
