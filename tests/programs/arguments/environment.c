// The environment's strings, as the third argument, are not the program's.
// expect: UNKNOWN(unsupported: memory that the program does not define)
int main(int argc, char **argv, char **envp) { return envp[0] != 0; }
