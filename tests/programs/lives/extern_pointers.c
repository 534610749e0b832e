// expect: UNKNOWN(unsupported: contents of the declared-only object table)
struct entry {
    int n;
    const char *name;
    void (*run)(void);
};
extern struct entry table[4];
int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    struct entry e = table[i];
    if (e.n == 1)
        return e.name[0];
    if (e.n == 2)
        e.run();
    return 0;
}
