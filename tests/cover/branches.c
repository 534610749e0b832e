// flags: --cover branches --bound 4
// line: UNCOVERED(15 of 20 branches)
// flags: --cover branches.c:34
// line: UNCOVERED(0 of 1 lines)
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int classify(int x) {
    switch (x) { //1 unreached unreached unreached reached
    case 1:
        return 10;
    case 2:
    case 3:
        return 20;
    case 77:
        return 30;
    default:
        return 40;
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x < 50 && y >= 0); //1 reached reached
    if (x > 10) //1 reached reached
        y = 1;
    else
        y = 2;
    if (x > 20 && y == 2) //1 unreached reached reached reached
        return 1;
    for (int i = 0; i < 3; i++) //1 reached reached
        y += i;
    while (y < 0) //1 unreached reached
        y++; //2 unreached
    int z = x > 3 ? classify(x) : y; //1 reached reached
    do {
        z--;
    } while (z > 8); //1 reached reached
    return z;
}
