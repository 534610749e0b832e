// A program without inputs.
extern void reach_error(void);

int main(void) {
    unsigned x = 1;
    for (int i = 0; i < 10; i++)
        x *= 3;
    if (x != 59049)
        reach_error();
    return 0;
}
