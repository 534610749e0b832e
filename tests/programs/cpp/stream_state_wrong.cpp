// An exception that a mask asks for and nobody catches.
// expect: FALSE(uncaught-exception)
#include <sstream>
int main() {
    std::istringstream in("x");
    in.exceptions(std::ios::failbit);
    int number;
    in >> number; // BUG
}
