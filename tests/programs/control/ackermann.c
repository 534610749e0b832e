// expect: TRUE
#include <assert.h>
static int ack(int m, int n) {
    if (m == 0)
        return n + 1;
    return ack(m - 1, n == 0 ? 1 : ack(m, n - 1));
}
int main(void) {
    assert(ack(2, 3) == 9);
    return 0;
}
