// ubsan: shift, array-bounds, vla-bound, return, unreachable, builtin
// Checks that only the source shows.
int table[2][3];
int main(int n, char **v) {
    int vla[n];
    vla[0] = 1 << n;
    if (n == 4)
        __builtin_unreachable();
    return table[1][n] + vla[0] + __builtin_clz(n);
}
