// flags: --check memory
// expect: FALSE(invalid-read)
int main(void) {
    int a[5] = {1, 2, 3, 4, 5}, sum = 0;
    for (int *p = a; p <= a + 5; p++)
        sum += *p; // BUG
    return sum;
}
