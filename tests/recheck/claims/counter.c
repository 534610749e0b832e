// A counter in memory, and what it may not reach.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int count, total;
int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (count < 10) count++;
        total += 2;
    }
    if (count > 10) reach_error();
    if (total & 1) reach_error();
}
