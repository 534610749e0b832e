extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define SET sum = 7

int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = x == 1 ? 0 : &x;
    int sum = 0;
    sum = x == 7;
    return sum;
}
