// promote: no
// Without promotion each local is an object with a lifetime.
extern int input(void);
int main(void) {
    int sum = 0, unset;
    for (int i = 0; i < 3; i++) {
        int inner;
        if (input())
            inner = i;
        sum += inner + inner;
    }
    if (unset)
        sum++;
    return sum + unset;
}
