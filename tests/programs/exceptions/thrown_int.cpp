// A handler that only some inputs reach.
// expect: FALSE(reach-error)
extern "C" int __VERIFIER_nondet_int(void);
extern "C" void reach_error(void);
int main() {
    try {
        if (__VERIFIER_nondet_int() == 1)
            throw 5;
    } catch (int x) {
        if (x == 5)
            reach_error(); // BUG
    }
    return 0;
}
