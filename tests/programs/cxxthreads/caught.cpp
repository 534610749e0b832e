// Each thread catches what it has thrown itself.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
// flags: -DLEAVES
// expect: FALSE(uncaught-exception)
#include <cassert>
#include <pthread.h>
struct E {
    int v;
};
static void *work(void *argument) {
    int id = *(int *)argument;
    try {
        throw E{id};
    } catch (E &e) {
        assert(e.v == id);
#ifdef WRONG
        assert(e.v == 0); // BUG
#endif
#ifdef LEAVES
        if (id == 1) throw; // BUG
#endif
    }
    return nullptr;
}
int main() {
    pthread_t s, t;
    int a = 0, b = 1;
    pthread_create(&s, nullptr, work, &a);
    pthread_create(&t, nullptr, work, &b);
    pthread_join(s, nullptr);
    pthread_join(t, nullptr);
}
