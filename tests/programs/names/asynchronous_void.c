// expect: UNKNOWN(unsupported: label __CPROVER_ASYNC_2 at asynchronous_void.c:8)
int x;
int main(void) {
    if (x == 0)
        goto __CPROVER_ASYNC_2;
    return 1;
__CPROVER_ASYNC_2:
    return 0;
}
