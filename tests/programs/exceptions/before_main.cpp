// An exception of a constructor that runs before main, whose own handlers are not there yet.
// expect: FALSE(uncaught-exception)
void may_throw();
struct Made {
    Made() {
        throw 5; // BUG
    }
};
static Made made;
static int calls;
void may_throw() {
    if (++calls > 1) throw 'x';
}
int main() {
    try {
        may_throw();
    } catch (int) {
        return 1;
    }
}
