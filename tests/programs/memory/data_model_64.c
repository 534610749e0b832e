// flags: -m64
// expect: TRUE
extern void reach_error(void);
int main(void) {
    if (sizeof(long) != 8 || sizeof(void *) != 8 || sizeof(int) != 4 || sizeof(long long) != 8)
        reach_error();
    struct s { char c; long l; };
    if (sizeof(struct s) != 16)
        reach_error();
    return 0;
}
