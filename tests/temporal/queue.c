// A producer and a consumer with a queue of two places, a mutex and condition variables. Each waits for the other, so that
// neither is neglected for ever.
// flags: --ltl G({count>=0}&{count<=2})
// expect: TRUE
// flags: --fair --ltl G({produced==1}->F{consumed==1})
// expect: TRUE
// flags: --fair --ltl GF{consumed==0}&GF{consumed==1}
// expect: TRUE
// flags: --ltl GF{consumed==0}
// expect: TRUE
// flags: --fair --ltl FG{count==0}
// expect: FALSE(ltl)
// flags: --fair --ltl G(full->F!full)
// expect: TRUE
#include <pthread.h>

void __bmc_proposition(const char *name, int holds);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned char queue[2];
static int count, produced, consumed;

static void *produce(void *unused) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (count == 2) pthread_cond_wait(&changed, &m);
        produced ^= 1;
        queue[count++] = produced;
        if (count == 2) __bmc_proposition("full", 1);
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *consume(void *unused) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (count == 0) pthread_cond_wait(&changed, &m);
        consumed = queue[0];
        queue[0] = queue[1];
        count--;
        __bmc_proposition("full", 0);
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, produce, 0);
    consume(0);
}
