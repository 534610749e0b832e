// part of project.c
#include "lib.h"

static int value;

__attribute__((constructor)) static void begin(void)
{
    value = old_style(9, 4);
}

int started(void)
{
    return value;
}
