extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int twice(int x) {
    return 2 * x;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        if (n > i)
            sum += twice(i);
        else
            sum -= 1;
    }
    switch (m) {
    case 1:
    case 2:
        sum++;
        break;
    default:
        sum = n > 7 ? 100 : 200;
    }
    if (sum == 7 || sum == 100 || sum == -2)
        reach_error();
    return 0;
}
