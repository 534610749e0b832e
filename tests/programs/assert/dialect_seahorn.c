// Words of SeaHorn and SMACK.
// expect: TRUE
// flags: -D CLAIM=(a[1]!=6)
// expect: FALSE(assert)
// flags: -D CLAIM=sea_is_dereferenceable(a,4)
// expect: FALSE(assert)
// flags: -D IF=1
// expect: FALSE(assert)
// flags: -D NOT=(a[1]==9)
// expect: FALSE(assert)
// flags: -D OVERFLOWS=(a[1]==9)
// expect: FALSE(assert)
// flags: -D OPEN
// expect: UNKNOWN(unsupported: sea_is_modified)
// flags: -D SMACK
// expect: UNKNOWN(unsupported: __SMACK_code)
extern void memhavoc(void *p, unsigned long size);
extern _Bool sea_is_dereferenceable(const void *p, long size);
extern _Bool sea_is_modified(const void *p);
extern void sea_tracking_on(void);
extern void sea_tracking_off(void);
extern void sea_reset_modified(char *p);
extern void sea_assert_if(_Bool condition, _Bool holds);
extern void __VERIFIER_assert_not(_Bool condition);
extern void __VERIFIER_assert_if(_Bool condition, _Bool holds);
extern void assume(_Bool condition);
extern void sassert(_Bool condition);
extern void __SMACK_dummy(int x);
extern void __SMACK_code(const char *format, ...);
extern void __SMACK_check_overflow(int overflows);
extern int __SMACK_and32(int x, int y);
extern short __SMACK_or16(short x, short y);
#ifndef CLAIM
#define CLAIM 1
#endif
#ifndef IF
#define IF 0
#endif
#ifndef NOT
#define NOT 0
#endif
#ifndef OVERFLOWS
#define OVERFLOWS 0
#endif
int main(void) {
    char a[3] = {1, 2, 3};
    memhavoc(a + 1, 1);
    assume(a[1] > 5);
    sassert(a[0] == 1 && a[2] == 3 && a[1] > 5);
    sassert(sea_is_dereferenceable(a, 3) && !sea_is_dereferenceable(0, 1));
    sassert(CLAIM); // BUG
    sea_assert_if(IF && a[1] == 7, a[1] == 8); // BUG
    __VERIFIER_assert_if(a[1] == 7, a[1] != 8);
    __VERIFIER_assert_not(NOT); // BUG
    __SMACK_check_overflow(OVERFLOWS); // BUG
    sassert(__SMACK_and32(-2, a[1]) == (-2 & a[1]) && __SMACK_or16(-256, 1) == -255);
    sea_tracking_on();
    sea_reset_modified(a);
    sea_tracking_off();
#ifdef OPEN
    sassert(!sea_is_modified(a));
#endif
#ifdef SMACK
    __SMACK_code("assume false;");
#endif
    __SMACK_dummy(a[0]);
    return 0;
}
