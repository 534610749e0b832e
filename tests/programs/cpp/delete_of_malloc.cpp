// Memory of malloc is not for operator delete.
// expect: FALSE(invalid-free)
#include <cstdlib>
int main() {
    int *p = static_cast<int *>(std::malloc(sizeof(int)));
    delete p; // BUG
}
