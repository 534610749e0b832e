// The number of iterations is known, but far too large to follow each.
// flags: --check assert
// expect: TRUE
void reach_error(void) {}
int main(void) {
    unsigned x = 0;
    while (x < 0x0fffffff) x += 2;
    if (x % 2) reach_error();
}
