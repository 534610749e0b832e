// Any number may come from the standard input, and then a line.
// expect: TRUE
#include <cassert>
#include <iostream>
int main() {
    int number = 1;
    std::cout << "number? ";
    std::cin >> number;
    if (std::cin.eof() && std::cin.fail()) assert(number == 0 || number == 2147483647 || number == -2147483647 - 1);
    if (!std::cin) return 0;
    int next = std::cin.peek();
    assert(next < '0' || next > '9');
    char line[10];
    std::cin.getline(line, 10);
    assert(std::cin.gcount() >= 0 && std::cin.gcount() <= 10);
    for (char c : line) {
        if (c == 0) break;
        assert(c != '\n');
    }
    std::cerr << std::hex << number;
}
