// expect: TRUE
// flags: --memory flat
// expect: TRUE

#include <alloca.h>
#include <assert.h>

int main(void) {
    int *first = alloca(sizeof(int));
    *first = 1;
    for (int n = 1; n < 4; n++) {
        int a[n];
        int b[2];
        a[n - 1] = n;
        b[0] = a[n - 1];
        {
            int c[n + 1];
            c[n] = b[0];
            b[1] = c[n];
        }
        assert(a[n - 1] + b[1] == 2 * n);
    }
    int *list[3];
    for (int i = 0; i < 3; i++) {
        list[i] = alloca(sizeof(int));
        *list[i] = i;
    }
    assert(*list[0] == 0 && *list[1] == 1 && *list[2] == 2 && *first == 1);
    assert(list[0] != list[1]);
    return 0;
}
