// The first iteration clears a flag; what depends on it is safe.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static _Bool first = 1;
static int count;
int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (first) count = 1;
        first = 0;
        if (count == 0) reach_error();
    }
}
