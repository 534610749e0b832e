// expect: TRUE
#include <assert.h>
int main(void) {
    int a[5] = {1, 2, 3, 4, 5}, sum = 0;
    for (int *p = a, *end = a + 5; p != end; p++)
        sum += *p;
    assert(sum == 15);
    assert(&a[5] - &a[0] == 5);
    assert(&a[4] < a + 5 && &a[0] <= a);
    return 0;
}
