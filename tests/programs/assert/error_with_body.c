// Where its call is no violation, the error function does what its body says.
// flags: --check memory
// expect: FALSE(invalid-write)
void reach_error(void) {
    int a[1];
    volatile int i = 3;
    a[i] = 1; // BUG
}
int main(void) {
    reach_error();
    return 0;
}
