// The standard input may hold this number.
// expect: FALSE(assert)
#include <cassert>
#include <iostream>
int main() {
    int number;
    if (std::cin.peek() == '7' && std::cin >> number) assert(number != 712); // BUG
}
