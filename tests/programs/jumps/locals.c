// What is volatile, or did not change since the place was marked, is kept.
// flags: --bound 3
// expect: TRUE
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf place;
struct pair { int a; int *p; };
struct shared { volatile int a; };
static int global = 3, written;
static void write_to(volatile int *p) { *p = 5; }
int main(void) {
    int x = __VERIFIER_nondet_int(), same = 4, *p = &global;
    volatile int changed = 0, through = 0;
    volatile struct pair v = { 1, 0 };
    volatile int cells[3] = { 0 };
    struct shared s = { 1 };
    struct pair w = { 6, &global };
    static int kept;
    if (setjmp(place) == 0) {
        changed = x;
        v.a = x;
        v.p = &global;
        cells[1] = x;
        s.a = 2;
        kept = x;
        written = x;
        same = 4;
        write_to(&through);
        if (x == 5) w.a = 7;
        longjmp(place, 1);
    }
    assert(changed == x && v.a == x && *v.p == 3 && cells[1] == x && kept == x && written == x);
    assert(same == 4 && *p == 3 && through == 5 && s.a == 2);
    assert(x == 5 || w.a == 6);
    assert(*w.p == 3);
    return 0;
}
