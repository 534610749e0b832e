// expect: FALSE(invalid-read)
// flags: -m32
// expect: FALSE(invalid-read)
int main(int argc, char **argv) {
    if (argc > 1)
        return argv[1][1]; // BUG
    return 0;
}
