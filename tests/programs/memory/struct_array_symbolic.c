// expect: TRUE
#include <assert.h>
struct account { int id, balance; const char *name; };
static struct account accounts[4] = {{1, 100, "a"}, {2, 200, "bb"}, {3, 300, "ccc"}, {4, 400, "dddd"}};
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned from = __VERIFIER_nondet_uint() % 4, to = __VERIFIER_nondet_uint() % 4;
    int amount = (int)(__VERIFIER_nondet_uint() % 100);
    accounts[from].balance -= amount;
    accounts[to].balance += amount;
    int total = 0;
    for (int i = 0; i < 4; i++)
        total += accounts[i].balance;
    assert(total == 1000);
    assert(accounts[from].name[from] != 0 && accounts[from].name[from + 1] == 0);
    return 0;
}
