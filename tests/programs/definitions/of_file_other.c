// part of of_file.c
int value(int x);
static int step(void) { return value(2); }
int (*other)(void) = step;
