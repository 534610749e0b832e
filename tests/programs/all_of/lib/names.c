// part of project.c
#include "lib.h"

int NAME(pasted)(int x)
{
    return x + 1;
}

int renamed(int x)
{
    return x + 2;
}

#define RESULT 3
#include "template.h"
