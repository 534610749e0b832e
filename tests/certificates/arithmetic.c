// Sums by bits, a remainder and a product.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & 0xff, y = __VERIFIER_nondet_uint() & 0xff;
    if ((x ^ y) + 2 * (x & y) != x + y)
        reach_error();
    unsigned char n = x * y;
    if ((x & 1) && (y & 1) && (n & 1) == 0)
        reach_error();
    if (x % 7 > 4 && x % 7 + y % 7 < 5)
        reach_error();
    return 0;
}
