// A label that makes a thread, as in CBMC.
// expect: FALSE(assert)
extern void __VERIFIER_assert(int);
int x;
static void thread(void) {
    x = 1;
    x = 2;
}
int main(void) {
__CPROVER_ASYNC_1:
    thread();
    __VERIFIER_assert(x == 2); // BUG
    return 0;
}
