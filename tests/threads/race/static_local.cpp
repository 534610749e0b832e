// The object is made by the thread that comes first; another one that comes meanwhile has to wait.
// flags: --check race
// expect: TRUE
// flags: --check race -DLOCK
// expect: TRUE
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct Value {
    int x;
    Value() : x(1) {}
};
static int value() {
    static Value v;
    return v.x;
}
static void *one(void *own) {
#ifdef LOCK
    pthread_mutex_lock(&m);
#endif
    value();
#ifdef LOCK
    pthread_mutex_unlock(&m);
#endif
    return own;
}
int main() {
    pthread_t a, b;
    pthread_create(&a, nullptr, one, nullptr);
    pthread_create(&b, nullptr, one, nullptr);
    pthread_join(a, nullptr);
    pthread_join(b, nullptr);
    return 0;
}
