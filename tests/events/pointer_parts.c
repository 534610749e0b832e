// A pointer in shared memory that is made of parts is none of those that were written there as a whole.
// flags: --engine bmc --check assert --bound 4
// expect: UNKNOWN
#include <assert.h>
#include <pthread.h>

int nondet_int(void);

static int zero;
static union { int *whole; unsigned char parts[sizeof(int *)]; } box = {&zero};

static void *change(void *unused) {
    while (nondet_int()) {
        box.parts[0]++;
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, change, NULL);
    while (nondet_int()) assert(box.whole == &zero);
    return 0;
}
