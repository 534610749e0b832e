// part of project.c
#include "lib.h"

static int parse(void) { return 1; }

void usage(void)
{
    log_line(parse());
}

int tool(void)
{
    usage();
    return parse();
}

int main(void)
{
    return tool();
}
