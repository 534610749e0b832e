// part of defined_twice.c
int twice(void) { return 2; }
