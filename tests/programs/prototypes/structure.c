// A large structure is passed by value where the function takes a pointer, or another structure.
// flags: -DTAKES=long
// expect: FALSE(call-mismatch)
// flags: -DTAKES=struct\ small
// expect: FALSE(call-mismatch)
// flags: -DTAKES=struct\ same
// expect: TRUE
struct large { long v[5]; };
struct same { long a, b, c, d, e; };
struct small { long v[4]; };
static int take(TAKES x) { return sizeof x == 40; }
int main(void) {
    struct large s = {{0}};
    int (*pass)(struct large) = (int (*)(struct large))take;
    return pass(s) == 2; // BUG
}
