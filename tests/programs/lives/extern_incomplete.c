// expect: UNKNOWN(unsupported: the extent of x, which is only declared)
// flags: --memory flat
// expect: UNKNOWN(unsupported: the extent of x, which is only declared)

struct s;
extern struct s x;

int main(void) { return *(char *)&x; }
