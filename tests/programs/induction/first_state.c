// A machine whose first iteration opens it: the invariant holds of the closed state, too.
// flags: --check assert
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
enum { CLOSED, OPEN } state = CLOSED;
static unsigned used;
int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (state == CLOSED) { state = OPEN; used = 1; continue; }
        if (used == 0) reach_error();
        if (used < 40) used++;
    }
}
