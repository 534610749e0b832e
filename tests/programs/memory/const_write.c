// expect: FALSE(invalid-write)
static const int limits[2] = {1, 2};
int main(void) {
    int *p = (int *)limits;
    p[1] = 3; // BUG
    return limits[0];
}
