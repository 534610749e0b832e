// A label that makes a thread in CBMC.
// expect: UNKNOWN(unsupported: label __CPROVER_ASYNC_1 at asynchronous.c:11)
extern void __VERIFIER_assert(int);
int x;
static void thread(void) {
    x = 1;
    x = 2;
}
int main(void) {
__CPROVER_ASYNC_1:
    thread();
    __VERIFIER_assert(x == 2);
    return 0;
}
