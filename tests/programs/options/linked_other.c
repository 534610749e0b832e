// part of linked.c
extern int shared_counter;
int next(void) { return ++shared_counter; }
