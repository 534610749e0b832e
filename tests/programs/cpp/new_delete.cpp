// flags: --check default,memcleanup
// expect: TRUE
#include <cassert>
struct Node {
    Node *next;
    int v;
    Node(Node *n, int x) : next(n), v(x) {}
};
int main() {
    Node *list = nullptr;
    for (int i = 0; i < 3; i++)
        list = new Node(list, i);
    int *a = new int[4]();
    assert(list->v == 2 && a[3] == 0);
    delete[] a;
    while (list) {
        Node *n = list->next;
        delete list;
        list = n;
    }
    return 0;
}
