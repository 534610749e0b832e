// flags: --cover lines --bound 3
// line: UNKNOWN(bound 3 reached: loop in main at bounds.c:18)
// flags: --cover lines
// line: UNKNOWN(bound 
// flags: --cover lines --bound 12
// line: UNKNOWN(bound 12 reached: loop in main at bounds.c:18)
// flags: --cover bounds.c:20 --bound 3
// line: UNKNOWN(bound 3 reached: loop in main at bounds.c:18)
// flags: --cover bounds.c:20
// line: COVERED(1 of 1 lines)
// flags: --cover lines --bound-at main=5 --bound 1
// line: UNKNOWN(bound 5 reached: loop in main at bounds.c:18)
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(); //1 reached //2 reached //3 reached //6 reached
    unsigned sum = 0; //1 reached //2 reached //3 reached //6 reached
    for (unsigned i = 0; i < n; i++) { //1 reached //2 reached //3 reached //6 reached
        if (i == 9) //1 reached //2 reached //3 reached //6 reached
            sum = 1; //1 unknown //2 reached //3 reached //4 unknown //5 reached //6 unknown
        sum &= 3; //1 reached //2 reached //3 reached //6 reached
        if (sum > 3) //1 reached //2 reached //3 reached //6 reached
            return 1; //1 unknown //2 unknown //3 unknown //6 unknown
    }
    return 0; //1 reached //2 reached //3 reached //6 reached
}
