// flags:
// line: TRUE
// Loops of all kinds, each with a body that no run enters, and one that a run enters. `do` has none: its body comes first.
unsigned char __VERIFIER_nondet_uchar(void);
void __CPROVER_assume(int);
#define EACH(i, n) for (unsigned i = 0; i < (n); i++)

static unsigned walk(unsigned n, unsigned m) {
    unsigned steps = 0;
    while (n < m && m) { //1 loop:unreached
        n++;
    }
    while (m < n && n) {
        n--;
        if (n == 6)
            continue;
        steps++;
    }
    for (unsigned i = 0; i < m || i > 9; i++) {
        if (i == 6)
            break;
    }
    for (unsigned i = 9; i < m; i++) //1 loop:unreached
        steps++;
    do {
        steps++;
    } while (steps < n && n < m);
    if (n < m) {
        do {
            steps++;
        } while (steps < 4); //1 loop:unreached
        for (;;) { //1 loop:unreached
            if (++steps > 9)
                break;
        }
    }
    while (1) {
        if (n <= m)
            break;
        n--;
    }
    EACH(i, m + 4 - n)
        steps++;
    EACH(i, m + 4 - n) EACH(j, n - m) //1 loop:unreached
        steps++;
again:
    if (steps++ < 2)
        goto again;
    return steps;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() & 7, m = __VERIFIER_nondet_uchar() & 7;
    __CPROVER_assume(n >= m && m > 0);
    return walk(n, m) > 1000;
}
