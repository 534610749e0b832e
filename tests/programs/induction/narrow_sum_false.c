// Sums of products of bytes, whose parts come from wider numbers.
// flags: --check assert
// expect: FALSE(reach-error)
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) {}
unsigned char sum;
int main(void) {
    unsigned i = 0;
    char flag = 0;
    while (1) {
        for (int c = 0; __VERIFIER_nondet_bool() && c < 3; c++) { if (__VERIFIER_nondet_bool()) sum = c; }
        if (sum == 2 && i == 2) reach_error(); // BUG
        flag = 1;
        if (i == 2) break;
        i = i < 400 ? i + 1 : i;
    }
}
