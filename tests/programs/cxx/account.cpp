// A bank account whose transfers throw and are undone by destructors.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <stdexcept>
#include <string>
extern "C" int __VERIFIER_nondet_int();
class Account {
    int balance;
    std::string owner;

public:
    Account(std::string owner, int balance) : balance(balance), owner(std::move(owner)) {}
    void withdraw(int amount) {
        if (amount < 0) throw std::invalid_argument("negative");
        if (amount > balance) throw std::runtime_error(owner + " has too little");
        balance -= amount;
    }
    void deposit(int amount) { balance += amount; }
    int amount() const { return balance; }
};
class Transfer {
    Account &from;
    int amount;
    bool done = false;

public:
    Transfer(Account &from, int amount) : from(from), amount(amount) { from.withdraw(amount); }
    void finish() { done = true; }
    ~Transfer() {
        if (!done) from.deposit(amount);
    }
};
static bool transfer(Account &a, Account &b, int amount) {
    try {
        Transfer t(a, amount);
        if (amount > 50) throw std::runtime_error("limit");
        b.deposit(amount);
        t.finish();
        return true;
    } catch (const std::invalid_argument &) {
        return false;
    } catch (const std::exception &) {
        return false;
    }
}
int main() {
    Account a("ann", 100), b("bob", 0);
    int amount = __VERIFIER_nondet_int();
    bool done = transfer(a, b, amount);
    assert(a.amount() + b.amount() == 100);
    assert(done == (0 <= amount && amount <= 50));
#ifdef FAIL
    assert(b.amount() < 50); // BUG
#endif
}
