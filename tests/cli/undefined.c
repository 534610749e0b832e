int mystery(int);
int main(void) {
    if (mystery(1) == 5)
        __builtin_trap();
    return 0;
}
