// expect: FALSE(null-dereference)
int main(int argc, char **argv) {
    if (argc < 1)
        return 0;
    return argv[1][0]; // BUG
}
