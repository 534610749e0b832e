// Two files have a function of this name, each with its own contract.
// flags: --check-contract of_file.c:twice
// expect: TRUE
// flags: --check-contract of_file.c:twice -D WRONG
// expect: FALSE(assert)
// flags: --check-contract of_other_file.c:twice -D WRONG
// expect: TRUE
// flags: --check-contract __CPROVER_file_local_of_file_c_twice
// expect: TRUE
// flags: --check-contract __CPROVER_file_local_of_file_c_twice -D WRONG
// expect: FALSE(assert)
// flags: --check-contract __CPROVER_file_local_of_other_file_c_twice -D WRONG
// expect: TRUE
// flags: --check-contract twice
// expect: ERROR(--check-contract: `twice` is one of of_file.c:twice, of_other_file.c:twice; say FILE:twice)
// flags: --check-contract third_file.c:twice
// expect: ERROR(`twice` has no contract)
// with: of_other_file.c
#ifdef WRONG
#define RESULT (2 * x + 1)
#else
#define RESULT (2 * x)
#endif

static int twice(int x)
__CPROVER_requires(x > 0 && x < 100)
__CPROVER_ensures(__CPROVER_return_value == RESULT) // BUG
{
  return x + x;
}

int main(void)
{
  return twice(3);
}
