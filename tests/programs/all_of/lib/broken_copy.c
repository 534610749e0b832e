// part of project.c
#include "lib.h"

int renamed(int x)
{
    return x + nothing;
}
