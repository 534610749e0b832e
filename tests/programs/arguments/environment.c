// The environment's strings, as the third argument, are not the program's.
// expect: UNKNOWN(unsupported: argument 3 of main, used as an address)
int main(int argc, char **argv, char **envp) { return envp[0] != 0; }
