// expect: FALSE(null-dereference)
int main(void) {
    int *p = 0;
    __CPROVER_havoc_object(p); // BUG
    return 0;
}
