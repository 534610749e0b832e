// Where variables stay in memory, arguments are stored there although nobody reads them.
// flags: --check uninit,assert
// expect: TRUE
#include <pthread.h>
static void *one(void *own) { return own; }
int main(int argc, char **argv) {
    pthread_t a;
    pthread_create(&a, 0, one, 0);
    pthread_join(a, 0);
    return 0;
}
