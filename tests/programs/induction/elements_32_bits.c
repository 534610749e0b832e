// Initial bytes as wide as a pointer are numbers where they are used as such.
// flags: --check assert -m32 --engine bmc --timeout 20
// expect: TRUE
void reach_error(void) {}
int main(void) {
    int a[50], b[50], c[50], j = 0;
    for (int i = 0; i < 50; i++)
        if (a[i] == b[i]) {
            c[j] = i;
            j = j + 1;
        }
    for (int x = 0; x < j; x++)
        if (c[x] < 0) reach_error();
}
