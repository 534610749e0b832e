// With X, steps count; the program is sequential. Without it they do not.
// flags: --ltl X{x==1}&XX{x==2}
// expect: TRUE
// flags: --ltl G({x==1}->XX{x==1})
// expect: FALSE(ltl)
// flags: --ltl G({x==1}->({x==1}U{x==2}))
// expect: TRUE
// flags: --ltl G({x==2}->X{x==2})
// expect: TRUE
// flags: --ltl F{x==3}
// expect: FALSE(ltl)
static int x;

int main(void) {
    x = 1;
    x = 2;
    for (;;) {}
}
