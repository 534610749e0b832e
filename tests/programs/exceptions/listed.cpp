// Dynamic exception specifications: what is not listed is unexpected, which ends the program.
// flags: --std c++14
// expect: FALSE(uncaught-exception)
// flags: --std c++14 -DLISTED
// expect: TRUE
#ifdef LISTED
#define LIST int, double
#else
#define LIST double
#endif
static void f() throw(LIST) {
    throw 1; // BUG
} // BUG
int main() {
    try {
        f(); // BUG
    } catch (...) {
    }
}
