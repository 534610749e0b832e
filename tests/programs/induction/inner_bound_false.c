// Whether an inner loop reaches its bound depends on what is known of the iteration: that it does not is never assumed.
// flags: --check assert
// expect: FALSE(reach-error)
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) {}
char flag;
int main(void) {
    unsigned i = 0;
    unsigned char sum = 0;
    while (__VERIFIER_nondet_bool()) {
        for (int c = 0; c < 3; c++) {
            if (c == i) { sum = 1; break; }
        }
        if (flag && i >= 15) reach_error();  // BUG
        if (i == 3) flag = sum;
        i = i < 400 ? i + 1 : i;
    }
}
