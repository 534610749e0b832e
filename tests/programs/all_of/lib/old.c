// part of project.c
#include "lib.h"

#ifdef LIMIT
int doubled(int x, int y) {
#else
int doubled(int x) {
#endif
    return 2 * x;
}

int old_style(a, b)
    int a;
    int b;
{
    return a - b;
}
