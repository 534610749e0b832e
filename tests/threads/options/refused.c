// Options that this engine would ignore.
// flags: --bound 3
// expect: ERROR(--bound: not with --engine explicit)
// flags: --bound-at main=3
// expect: ERROR(--bound-at: not with --engine explicit)
// flags: --memory flat
// expect: ERROR(--memory: not with --engine explicit)
// flags: --solver z3
// expect: ERROR(--solver: not with --engine explicit)
// flags: --no-rules all
// expect: ERROR(--no-rules: not with --engine explicit)
// flags: --emit smt2
// expect: ERROR(--emit smt2: not with --engine explicit)
// flags: --emit stats
// expect: ERROR(--emit stats: not with --engine explicit)
// flags: --search dfs -j 2
// expect: ERROR(--search dfs: on one thread only)
// reduce: full
int main(void) { return 0; }
