// A cycle of sets that a run has to go around several times before it is where it was.
// flags: --engine symbolic --ltl FG{turn!=0}
// expect: FALSE(ltl)
// flags: --engine explicit --ltl FG{turn!=0}
// expect: FALSE(ltl)
// flags: --engine symbolic --ltl F{never==1}
// expect: FALSE(ltl)
// flags: --engine symbolic --ltl G({low==3}->F{low==0})
// expect: TRUE
// flags: --engine symbolic --ltl G({turn==1}->{low==1})
// expect: FALSE(ltl)
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned turn, low, never;

int main(void) {
    unsigned start = __VERIFIER_nondet_uchar() & 3;
    turn = start;
    low = start;
    never = 0;
    for (;;) {
        turn = (turn + 1) & 3;
        low = turn;
    }
}
