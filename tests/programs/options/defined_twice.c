// with: defined_twice_other.c
// expect: ERROR(twice)
int twice(void) { return 1; }
int main(void) { return twice(); }
