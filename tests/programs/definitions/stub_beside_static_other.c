// part of stub_beside_static.c
static int helper(void)
{
  return 2;
}

static int mine(void)
{
  return 7;
}

int other(void)
{
  return helper();
}

int third(void)
{
  return mine();
}
