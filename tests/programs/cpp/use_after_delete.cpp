// expect: FALSE(use-after-free)
struct Box {
    int *p;
    Box() : p(new int(3)) {}
    ~Box() { delete p; }
};
static int *escape() {
    Box b;
    return b.p;
}
int main() {
    int *p = escape();
    return *p; // BUG
}
