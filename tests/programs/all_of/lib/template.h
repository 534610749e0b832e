int generated(int x)
{
    return x + RESULT;
}
