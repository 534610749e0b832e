// Waiting for what nobody writes.
// flags: --property termination.prp --timeout 2
// expect: UNKNOWN
volatile int ready;
int main(void) {
    while (!ready) {
    }
    return 0;
}
