// flags: --entry nowhere
// expect: ERROR(nowhere)
int main(void) { return 0; }
