// part of project.c
#include "lib.h"

static int parse(void) { return 2; }

void usage(void)
{
    log_line(2 * parse());
}

int other_tool(void)
{
    return parse();
}

int main(void)
{
    return other_tool();
}

void other_usage(void)
{
    usage();
}
