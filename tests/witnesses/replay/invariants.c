extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned x = 0, y = 0, z = 0;
  while (x != n) {
    x++;
    y += 2;
    if (y & 1) z = 7;
    if (z == 3) z = y;
  }
  do {
    z ^= 4;
  } while (__VERIFIER_nondet_uint());
  for (;;) {
    if (y != 2 * n || (z & ~4u)) reach_error();
    if (__VERIFIER_nondet_uint()) break;
  }
}
