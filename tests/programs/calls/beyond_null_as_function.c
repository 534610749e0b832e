// expect: FALSE(invalid-call)
int main(void) {
    char *p = 0;
    void (*f)(void) = (void (*)(void))(p + 16);
    f(); // BUG
    return 0;
}
