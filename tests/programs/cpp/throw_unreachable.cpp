// Exceptions that no run throws do not matter.
// flags: --bound 10
// expect: TRUE
#include <cassert>
extern "C" int __VERIFIER_nondet_int(void);
struct Stack {
    int *items;
    int size = 0;
    Stack() : items(new int[4]) {}
    ~Stack() { delete[] items; }
    void push(int x) {
        if (size == 4) throw "full";
        items[size++] = x;
    }
    int pop() {
        if (size == 0) throw "empty";
        return items[--size];
    }
};
int main() {
    Stack s;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4) return 0;
    try {
        for (int i = 0; i < n; i++) s.push(i);
        int k = s.size;
        while (k-- > 0) assert(s.pop() == k);
    } catch (const char *) {
        assert(false);
    }
    assert(s.size == 0);
}
