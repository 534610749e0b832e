// A thread's function must not return between pthread_cleanup_push and pthread_cleanup_pop (POSIX). It is told where no
// activation of the program is left.
// expect: FALSE(thread-misuse)
#include <pthread.h>
#include <threads.h>

static void clean(void *unused) { (void)unused; }

static int body(void *unused) {
    pthread_cleanup_push(clean, 0);
    return 3;
    pthread_cleanup_pop(1);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, body, 0);
    thrd_join(t, 0);
    return 0;
}
