// flags: --entry some
// expect: TRUE
// stderr: the pointers that some is given are taken for not null; --entry-pointers any lets them be
int some(int n, char *p) { return n / (p != 0); }
