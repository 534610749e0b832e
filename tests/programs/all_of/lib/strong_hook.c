// part of project.c
#include "lib.h"

int hook(void)
{
    return 2;
}
