// The value that a bit-field had before a loop.
// expect: TRUE
// flags: -D CHANGED
// expect: FALSE(assert)
struct flags {
    unsigned low : 3, high : 5;
    _Bool set : 1;
    int n;
} g;
int main(void) {
    struct flags *p = &g;
    g.low = 5;
    g.set = 1;
    for (int i = 0; i < 3; i++) // BUG
        __CPROVER_loop_invariant(g.low == __CPROVER_loop_entry(g.low) && __CPROVER_loop_entry((p->set)) == 1)
        __CPROVER_loop_invariant(__CPROVER_loop_entry(g).low == 5)
    {
        g.n++;
#ifdef CHANGED
        g.low++;
#endif
    }
    return 0;
}
