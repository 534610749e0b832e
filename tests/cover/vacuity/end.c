// flags: --entry harness
// line: TRUE
// flags: --entry reachable
// line: TRUE
// flags: --entry server
// line: TRUE
// flags: --entry closed
// line: TRUE
// A harness whose assumptions no run satisfies: no run reaches its end.
unsigned __VERIFIER_nondet_uint(void);
void __CPROVER_assume(int);
void __CPROVER_assert(int, const char *);
void exit(int);

struct buffer {
    unsigned length, capacity;
};

static int is_valid(struct buffer b) {
    return b.length <= b.capacity && b.capacity > 0;
}

void harness(void) {
    struct buffer b = {__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()};
    __CPROVER_assume(is_valid(b));
    __CPROVER_assume(b.length > b.capacity);
    __CPROVER_assert(b.length != 7, "length"); //1 assertion:unreached
    b.length = 0;
} //1 end:unreached

void reachable(void) {
    struct buffer b = {__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()};
    __CPROVER_assume(is_valid(b));
    __CPROVER_assert(b.capacity != 0, "capacity");
}

// No run is asked to reach an end that is not there.
void server(void) {
    __CPROVER_assert(__VERIFIER_nondet_uint() < 0x100000000ull, "a number");
    exit(0);
}

int closed(int n) {
    if (n > 3)
        exit(1);
    if (n <= 3)
        exit(2);
    return n; //4 end:unreached
}
