// An array with a cookie, deleted as one of larger elements.
// expect: FALSE(invalid-free)
// flags: -DSAME
// expect: TRUE
struct Small {
    int a;
    ~Small() {}
};
struct Large {
    int a, b;
    ~Large() {}
};
#ifdef SAME
typedef Small As;
#else
typedef Large As;
#endif
int main() {
    void *room = new Small[1];
    delete[] static_cast<As *>(room); // BUG
}
