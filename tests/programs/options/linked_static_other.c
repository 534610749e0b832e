// part of linked_static.c
static int helper(void) { return 2; }
int other(void) { return helper(); }
