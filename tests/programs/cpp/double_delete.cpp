// Copies of an owner without a copy constructor delete twice.
// expect: FALSE(double-free)
struct Owner {
    int *p;
    Owner() : p(new int(1)) {}
    ~Owner() { delete p; } // BUG
};
int main() {
    Owner a;
    Owner b(a);
}
