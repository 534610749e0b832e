// A reference that cannot be cast throws.
// expect: UNKNOWN(unsupported: exception std::bad_cast at dynamic_cast_reference.cpp:11)
struct A {
    virtual ~A() {}
};
struct B : A {
    int b = 0;
};
int main() {
    A a;
    dynamic_cast<B &>(a).b = 1;
}
