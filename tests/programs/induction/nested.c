// The inner loop is entered from any round of the outer one.
// flags: --check assert
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            if (!(j >= i && i >= 0)) reach_error();
}
