// A large structure is passed by value where the function takes a pointer, or another structure.
// flags: -DTAKES=long
// expect: FALSE(call-mismatch)
// flags: -DTAKES=small
// expect: FALSE(call-mismatch)
// flags: -DTAKES=same
// expect: TRUE
struct large { long v[5]; };
typedef struct { long a, b, c, d, e; } same;
typedef struct { long v[4]; } small;
static int take(TAKES x) { return sizeof x == 40; }
int main(void) {
    struct large s = {{0}};
    int (*pass)(struct large) = (int (*)(struct large))take;
    return pass(s) == 2; // BUG
}
