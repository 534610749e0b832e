// expect: FALSE(double-free)
int main(void) {
    void *p = __CPROVER_allocate(4, 1);
    __CPROVER_deallocate(p);
    __CPROVER_deallocate(p); // BUG
    return 0;
}
