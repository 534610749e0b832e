// part of project.c
#include "lib.h"

int log_level = 1;
int lines;

void log_line(int level)
{
    if (level > log_level)
        lines++;
}
