// An undefined function may write through a pointer that it is passed as an integer, in a union or converted.
// flags: --entry in_union
// expect: UNKNOWN(unsupported: call of the undefined function set with a pointer to writable memory)
// flags: --entry in_union --memory flat
// expect: UNKNOWN(unsupported: call of the undefined function set with a pointer to writable memory)
// flags: --entry converted
// expect: UNKNOWN(unsupported: call of the undefined function take with a pointer to writable memory)
// flags: --entry moved
// expect: UNKNOWN(unsupported: call of the undefined function take with a pointer to writable memory)
// flags: --entry on_heap --memory flat
// expect: UNKNOWN(unsupported: call of the undefined function take with a pointer to writable memory)
// flags: --entry number
// expect: TRUE
// flags: --entry number --memory flat
// expect: TRUE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
union word {
    long number;
    char *pointer;
};
void set(union word);
void take(uintptr_t);
unsigned __VERIFIER_nondet_uint(void);
char own[4];

void in_union(void) {
    union word w;
    w.pointer = own;
    set(w);
    assert(own[0] == 0);
}
void converted(void) {
    take((uintptr_t)own);
    assert(own[0] == 0);
}
void moved(void) {
    char local[4] = {0};
    take((uintptr_t)local + __VERIFIER_nondet_uint() % 4);
    assert(local[0] == 0);
}
void on_heap(void) {
    char *p = calloc(1, 1);
    take((uintptr_t)p | 1);
    assert(*p == 0);
    free(p);
}
void number(void) {
    uintptr_t address = (uintptr_t)own;
    take(4096 + __VERIFIER_nondet_uint());
    assert(own[0] == 0 && address);
}
