// C++: constructors before main, virtual calls, exceptions carried only.
struct base { virtual int value() const { return 1; } virtual ~base() {} };
struct derived : base { int n; derived(int n) : n(n) {} int value() const override { return n; } };
derived global(7);
int main() {
    const base &b = global;
    try {
        if (b.value() == 8) throw 3;
    } catch (int e) {
        return e;
    }
    return b.value();
}
