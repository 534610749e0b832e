// expect: FALSE(invalid-write)
int main(void) {
    char *s = "hello";
    s[0] = 'j'; // BUG
    return 0;
}
