#include <pthread.h>
void __bmc_proposition(const char *name, int holds);
static int seen, before, after;
static void *work(void *p) {
    before = 1;
    seen = 1;
    after = 1;
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    __bmc_proposition("busy", 1);
    __bmc_proposition("busy", 0);
    pthread_join(t, 0);
}
