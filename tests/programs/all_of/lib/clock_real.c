// part of project.c
#include "lib.h"

long now(void)
{
    return 7;
}

long real_only(void)
{
    return now() + 1;
}
