// What one global is follows from another one, which has few values.
// flags: --check assert
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int state, locked;
static void lock(void) { if (locked) reach_error(); locked = 1; }
static void unlock(void) { if (!locked) reach_error(); locked = 0; }
int main(void) {
    for (;;) {
        switch (state) {
        case 0: lock(); state = 1; break;
        case 1: if (__VERIFIER_nondet_int()) state = 2; break;
        case 2: unlock(); state = 0; break;
        }
    }
}
