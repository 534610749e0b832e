// flags: --bound 12
// expect: FALSE(array-bounds|invalid-write)
int main(void) {
    int a[10];
    for (int i = 0; i <= 10; i++)
        a[i] = i; // BUG
    return a[3];
}
