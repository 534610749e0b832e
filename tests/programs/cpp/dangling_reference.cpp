// A lambda that outlives what it captured by reference.
// expect: FALSE(use-after-return)
static auto counter() {
    int count = 0;
    return [&count] { return ++count; }; // BUG
}
int main() {
    auto c = counter();
    return c() == 1 ? 0 : 1;
}
