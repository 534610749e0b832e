// A buffer of the program's own below a stream, also below std::cout.
// expect: TRUE
#include <cassert>
#include <iostream>
struct counter : std::streambuf {
    int characters = 0, lines = 0;
    int overflow(int c) override {
        characters++;
        lines += c == '\n';
        return c;
    }
};
int main() {
    counter count;
    std::ostream out(&count);
    out << "ab" << 12 << std::endl;
    assert(count.characters == 5 && count.lines == 1);
    std::streambuf *before = std::cout.rdbuf(&count);
    std::cout << "x\n";
    std::cout.rdbuf(before);
    std::cout << "unseen";
    assert(count.characters == 7 && count.lines == 2);
}
