// A stub of a function takes the place of no static function of that name elsewhere, and none of its own name takes its place.
// flags: --stub helper=mine
// expect: TRUE
// flags: --stub stub_beside_static_other.c:helper=mine -D STATIC
// expect: TRUE
// flags: --stub helper=mine -D STATIC
// expect: FALSE(assert)
// with: stub_beside_static_other.c
#include <assert.h>

extern int other(void), third(void);

int helper(void)
{
  return 1;
}

int mine(void)
{
  return 5;
}

int main(void)
{
#ifdef STATIC
  assert(helper() == 1); // BUG
  assert(other() == 5);
#else
  assert(helper() == 5);
  assert(other() == 2);
#endif
  assert(third() == 7);
}
