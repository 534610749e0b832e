// A call without a prototype passes a double, or an integer of another size.
// flags: -std=gnu17 -DPASSED=3.0
// expect: FALSE(call-mismatch)
// flags: -std=gnu17 -DPASSED=3L
// expect: FALSE(call-mismatch)
// flags: -std=gnu17 -DPASSED=3L -m32
// expect: TRUE
// flags: -std=gnu17 -DPASSED=3u
// expect: TRUE
int half();
int main(void) {
    return half(PASSED) == 7; // BUG
}
int half(a) int a; { return a / 2; }
