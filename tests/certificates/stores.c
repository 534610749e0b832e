// Stores at variable indices whose order matters: the solver adds instances of the axioms of arrays.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned char a[1024];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 1024, j = __VERIFIER_nondet_uint() % 1024;
    unsigned k = __VERIFIER_nondet_uint() % 1024;
    unsigned char u = __VERIFIER_nondet_uint(), v = __VERIFIER_nondet_uint();
    a[i] = u;
    a[j] = v;
    unsigned char x = a[k];
    if (k == j && x != v)
        reach_error();
    if (k == i && i != j && x != u)
        reach_error();
    if (k != i && k != j && x != 0)
        reach_error();
    return 0;
}
