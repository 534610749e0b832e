// Formulas about values that inputs decide.
// flags: --engine symbolic --ltl G({level>100}->F{alarm_on==1})
// expect: TRUE
// flags: --engine symbolic --ltl G({level>100}->{alarm_on==1})
// expect: FALSE(ltl)
// flags: --engine symbolic --ltl GF{alarm_on==0}
// expect: FALSE(ltl)
// flags: --engine symbolic --ltl G({level<=0}->F{alarm_on==0&&level/7<=0})
// expect: TRUE
// flags: --engine symbolic --ltl G{level-1<level}
// expect: UNKNOWN(unsupported: C does not define the value of the proposition level-1<level: some values of variables)
// flags: --ltl G({level>100}->F{alarm_on==1})
// expect: TRUE
// flags: --ltl GF{alarm_on==0}
// expect: FALSE(ltl)
// flags: -DNARROW --engine symbolic --ltl G({level>3}->F{alarm_on==1})
// expect: TRUE
// flags: -DNARROW --engine explicit --ltl G({level>3}->F{alarm_on==1})
// expect: TRUE
// flags: -DNARROW --engine symbolic --ltl FG{alarm_on==1}
// expect: FALSE(ltl)
// flags: -DNARROW --engine explicit --ltl FG{alarm_on==1}
// expect: FALSE(ltl)
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int level, alarm_on;
#ifdef NARROW
#define INPUT (__VERIFIER_nondet_uchar() & 7)
#define HIGH 3
#else
#define INPUT __VERIFIER_nondet_int()
#define HIGH 100
#endif
int main(void) {
    for (;;) {
        level = INPUT;
        alarm_on = level > HIGH;
    }
}
