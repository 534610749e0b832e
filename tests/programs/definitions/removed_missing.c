// flags: --remove-body nothing
// expect: TRUE
// stderr: no function nothing is defined
int main(void) { return 0; }
