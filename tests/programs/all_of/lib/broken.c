// part of project.c
#include "lib.h"
#include "does_not_exist.h"

int broken(void)
{
    return 1;
}
