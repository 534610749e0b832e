// part of project.c
#include "lib.h"

__attribute__((weak)) int hook(void)
{
    return 1;
}

int hooked(void)
{
    return hook();
}
