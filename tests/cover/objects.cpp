// flags: --cover lines
// line: UNCOVERED(11 of 12 lines)
extern "C" int __VERIFIER_nondet_int();

static int alive;

template <typename T> struct Guard {
    T value;
    explicit Guard(T v) : value(v) { //1 reached
        alive++; //1 reached
    }
    ~Guard() {
        alive--; //1 reached
    }
    bool large() const {
        return value > 10; //1 reached
    }
};

int main() {
    int n = __VERIFIER_nondet_int(); //1 reached
    {
        Guard<int> whole(n); //1 reached
        Guard<short> part((short)n); //1 reached
        if (whole.large() && !part.large()) //1 reached
            return 1; //1 reached
    }
    if (alive != 0) //1 reached
        return 2; //1 unreached
    return 0; //1 reached
}
