// The second delete is one too many, whatever size it states.
// expect: FALSE(double-free)
struct Small { int a; };
struct Large { int a, b; };
int main() {
    Small *p = new Small;
    void *q = p;
    delete p;
    delete static_cast<Large *>(q); // BUG
}
