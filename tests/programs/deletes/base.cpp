// Deleted through a base whose destructor is not virtual: the size is another one.
// expect: FALSE(invalid-free)
// flags: --memory flat
// expect: FALSE(invalid-free)
// flags: -m32
// expect: FALSE(invalid-free)
// flags: -DVIRTUAL
// expect: TRUE
#ifdef VIRTUAL
#define DESTRUCTOR virtual
#else
#define DESTRUCTOR
#endif
struct Base {
    int x = 1;
    DESTRUCTOR ~Base() {}
};
struct Derived : Base {
    int y = 2;
    ~Derived() {}
};
int main() {
    Base *b = new Derived;
    delete b; // BUG
}
