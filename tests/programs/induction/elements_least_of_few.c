// An array that needs no induction, but is faster proven by it: the greatest of its initial elements.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
void reach_error(void) {}
int main(void) {
    int a[250], greatest = a[0];
    for (int i = 1; i < 250; i++)
        if (greatest < a[i]) greatest = a[i];
    for (int i = 0; i < 250; i++)
        if (greatest < a[i]) reach_error();
}
