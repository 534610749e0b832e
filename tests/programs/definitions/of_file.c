// Static functions of several files: by file, and by the names that goto-cc gives them.
// with: of_file_other.c
// expect: TRUE
// flags: --entry of_file.c:step -D VALUE=1
// expect: TRUE
// flags: --entry of_file_other.c:step -D VALUE=2
// expect: TRUE
// flags: --entry of_file_other.c:step -D VALUE=1 -D ALLOWED=1
// expect: FALSE(assert)
// flags: --entry step
// expect: ERROR(--entry: `step` is one of of_file.c:step, of_file_other.c:step; say FILE:step)
// flags: --entry nothing.c:step
// expect: ERROR(function `nothing.c:step` is not defined)
// flags: --remove-body step
// expect: ERROR(--remove-body: `step` is one of)
// flags: --remove-body of_file_other.c:step
// expect: FALSE(assert)
#ifndef VALUE
#define VALUE 2
#endif
#ifndef ALLOWED
#define ALLOWED 1
#endif
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
int value(int x) {
    __VERIFIER_assert(x == VALUE || x == ALLOWED); // BUG
    return x;
}
static int step(void) { return value(1); }
int __CPROVER_file_local_of_file_other_c_step(void);
int main(void) {
    if (__VERIFIER_nondet_int())
        step();
    __VERIFIER_assert(__CPROVER_file_local_of_file_other_c_step() == 2); // BUG
    return 0;
}
