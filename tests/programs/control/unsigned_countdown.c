// An unsigned counter is never negative: after 0 comes the largest value.
// flags: --bound 8
// expect: FALSE(array-bounds|invalid-read)
int main(void) {
    int a[4] = {1, 2, 3, 4}, sum = 0;
    for (unsigned i = 3; i >= 0; i--)
        sum += a[i]; // BUG
    return sum;
}
