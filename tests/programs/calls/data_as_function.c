// expect: FALSE(invalid-call)
static int data[4];
int main(void) {
    void (*f)(void) = (void (*)(void))(void *)data;
    f(); // BUG
    return 0;
}
