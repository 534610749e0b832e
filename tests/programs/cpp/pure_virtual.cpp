// A pure virtual function is called while its object is being made.
// expect: FALSE(trap)
struct Base {
    virtual void hook() = 0;
    void call() { hook(); } // BUG
    Base() { call(); }
};
struct Derived : Base {
    void hook() override {}
};
int main() { Derived d; }
