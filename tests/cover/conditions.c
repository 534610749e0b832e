// flags: --cover cover
// line: UNCOVERED(2 of 3 conditions)
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 9)
        return 0;
    __CPROVER_cover(x == 5); //1 reached
    __CPROVER_cover(x == 50); //1 unreached
    __CPROVER_cover(x); //1 reached
    return x;
}
