// The error lies behind a condition that never holds; the way there would be expensive.
// flags: --bound 2
// expect: TRUE
extern void reach_error(void);
int main(void) {
    int mode = 1;
    for (int i = 0; i < 50; i++)
        mode = 3 - mode;
    if (mode == 2) {
        while (mode)
            mode = mode * 3 + 1;
        reach_error();
    }
    return 0;
}
