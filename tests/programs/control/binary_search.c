// flags: --bound 5
// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
static const int sorted[8] = {-5, 0, 3, 7, 11, 20, 21, 99};
static int find(int key) {
    int lo = 0, hi = 8;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (sorted[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < 8 && sorted[lo] == key ? lo : -1;
}
int main(void) {
    int key = __VERIFIER_nondet_int(), at = find(key);
    if (at >= 0)
        assert(sorted[at] == key);
    else
        assert(key != 7 && key != 99 && key != -5);
    return 0;
}
