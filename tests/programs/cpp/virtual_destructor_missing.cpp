// The destructor of the derived class does not run: what it would free is lost.
// flags: --check default,-memory,memcleanup
// expect: FALSE(memory-not-freed)
struct Base {
    int x = 1;
};
struct Derived : Base {
    int *p = new int(2);
    ~Derived() { delete p; }
};
int main() {
    Base *b = new Derived;
    delete b;
}
