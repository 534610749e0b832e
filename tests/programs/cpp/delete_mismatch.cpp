// What operator new[] allocated is not for operator delete.
// flags:
// expect: FALSE(invalid-free)
// flags: --memory flat
// expect: FALSE(invalid-free)
int main() {
    int *p = new int[2];
    delete p; // BUG
}
