// Rows and columns.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int m[300][300];
int main(void) {
    unsigned r = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
    for (int i = 0; i < 300; i++)
        for (int j = 0; j < 300; j++) m[i][j] = 5;
    if (r < 300 && c < 300 && m[r][c] != 5) reach_error();
}
