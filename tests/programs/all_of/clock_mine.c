// part of alternatives.c
long now(void)
{
    return 6;
}
