// expect: FALSE(invalid-read)
int main(int argc, char **argv) {
    if (argc == 0 || argc > 5)
        return 0;
    return argv[argc + 1] != 0; // BUG
}
