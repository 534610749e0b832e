// A sum of odd numbers is a square: an equality with a product.
// flags: --check assert
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, sum = 0, odd = 1;
    while (i < n) {
        sum += odd;
        odd += 2;
        i++;
    }
    if (sum != i * i) reach_error();
}
