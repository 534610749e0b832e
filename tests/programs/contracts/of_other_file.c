// part of of_file.c
static int twice(int x)
__CPROVER_requires(x > 0 && x < 100)
__CPROVER_ensures(__CPROVER_return_value > x)
{
  return 2 * x;
}

int other(void)
{
  return twice(4);
}
