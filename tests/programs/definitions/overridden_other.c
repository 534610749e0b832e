// part of overridden.c
int twice(int x) { return 7; }
