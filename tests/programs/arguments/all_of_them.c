// expect: UNKNOWN(unsupported: more than 6 command-line arguments)
// flags: -m32
// expect: UNKNOWN(unsupported: more than 6 command-line arguments)
int main(int argc, char **argv) {
    int options = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-')
            options++;
    return options;
}
