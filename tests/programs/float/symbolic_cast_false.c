// A value out of range has no integer.
// expect: FALSE(float-cast)
float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x > -1e9f)
        return (int)x == 7; // BUG
    return 0;
}
