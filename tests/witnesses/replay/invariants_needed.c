extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define KEEP (b = b + 0)
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = a ^ 5;
  while (__VERIFIER_nondet_uint()) {
    unsigned t = __VERIFIER_nondet_uint();
    a ^= t;
    b ^= t;
  }
  if ((a ^ b) != 5) reach_error();
}
