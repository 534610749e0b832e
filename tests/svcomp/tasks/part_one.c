void reach_error(void) {}
int next(int);
int main(void) {
    if (next(4) != 5)
        reach_error();
    return 0;
}
