// flags: -m32
// expect: TRUE
extern void reach_error(void);
int main(void) {
    if (sizeof(long) != 4 || sizeof(void *) != 4 || sizeof(int) != 4 || sizeof(long long) != 8)
        reach_error();
    struct s { char c; long long l; };
    if (sizeof(struct s) != 12)
        reach_error();
    return 0;
}
