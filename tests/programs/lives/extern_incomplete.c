// expect: UNKNOWN(unsupported: access to an object of unknown size)
// flags: --memory flat
// expect: UNKNOWN(unsupported: access to an object of unknown size)

struct s;
extern struct s x;

int main(void) { return *(char *)&x; }
