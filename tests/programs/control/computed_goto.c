// expect: TRUE
#include <assert.h>
static int run(const unsigned char *code) {
    static void *labels[] = {&&halt, &&inc, &&dbl, &&dec};
    int acc = 1;
#define NEXT goto *labels[*code++]
    NEXT;
inc: acc++; NEXT;
dbl: acc *= 2; NEXT;
dec: acc--; NEXT;
halt: return acc;
}
int main(void) {
    static const unsigned char program[] = {1, 2, 2, 3, 0};
    assert(run(program) == 7);
    return 0;
}
