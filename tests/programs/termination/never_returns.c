// A function without a body that is said not to return may never end.
// flags: --property termination.prp
// expect: UNKNOWN(unsupported: call of the undefined function die)
extern void die(int) __attribute__((noreturn));
int main(int argc, char **argv) {
    if (argc > 3)
        die(2);
    return 0;
}
