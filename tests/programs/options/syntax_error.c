// expect: ERROR(syntax_error.c:3)
int main(void) {
    return 0 +;
}
