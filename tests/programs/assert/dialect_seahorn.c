// Words of SeaHorn and SMACK.
// expect: TRUE
// flags: -D CLAIM=(a[1]!=6)
// expect: FALSE(assert)
// flags: -D CLAIM=sea_is_dereferenceable(a,4)
// expect: FALSE(assert)
// flags: -D IF=1
// expect: FALSE(assert)
// flags: -D OPEN
// expect: UNKNOWN(unsupported: sea_is_modified)
// flags: -D SMACK
// expect: UNKNOWN(unsupported: __SMACK_code)
extern void memhavoc(void *p, unsigned long size);
extern _Bool sea_is_dereferenceable(const void *p, long size);
extern _Bool sea_is_modified(const void *p);
extern void sea_assert_if(_Bool condition, _Bool holds);
extern void assume(_Bool condition);
extern void sassert(_Bool condition);
extern void __SMACK_dummy(int x);
extern void __SMACK_code(const char *format, ...);
#ifndef CLAIM
#define CLAIM 1
#endif
#ifndef IF
#define IF 0
#endif
int main(void) {
    char a[3] = {1, 2, 3};
    memhavoc(a + 1, 1);
    assume(a[1] > 5);
    sassert(a[0] == 1 && a[2] == 3 && a[1] > 5);
    sassert(sea_is_dereferenceable(a, 3) && !sea_is_dereferenceable(0, 1));
    sassert(CLAIM); // BUG
    sea_assert_if(IF && a[1] == 7, a[1] == 8); // BUG
#ifdef OPEN
    sassert(!sea_is_modified(a));
#endif
#ifdef SMACK
    __SMACK_code("assume false;");
#endif
    __SMACK_dummy(a[0]);
    return 0;
}
