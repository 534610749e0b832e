// part of overridden.c
int twice(int x) { return 2 * x; }
int four_times(int x) { return twice(twice(x)); }
