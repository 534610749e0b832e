// Calls find for every sorted table of at most four numbers, and checks the answer.
#include <assert.h>
#include <stdlib.h>

#include "find.h"

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

int main(void) {
    int count = __VERIFIER_nondet_int();
    __VERIFIER_assume(count >= 0 && count <= 4);
    int *table = malloc(count * sizeof *table); // exactly as large as find may use
    for (int i = 0; i < count; i++) {
        table[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(i == 0 || table[i - 1] <= table[i]);
    }

    int key = __VERIFIER_nondet_int();
    int at = find(table, count, key);

    if (at == -1) {
        for (int i = 0; i < count; i++)
            assert(table[i] != key);
    } else {
        assert(at >= 0 && at < count && table[at] == key);
    }
    free(table);
    return 0;
}
