// Structures that threads share are copied and filled as a whole.
// flags: --check default
// expect: TRUE
// flags: --check default,race
// expect: TRUE
// flags: --check default -D UNLOCKED
// expect: FALSE(assert)
// flags: --check race -D UNLOCKED
// expect: FALSE(race)
// flags: --check default -D CLEARED
// expect: FALSE(assert)
// flags: --check default -D POINTER
// expect: TRUE
// flags: --check default -D MOVED
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <string.h>

int nondet_int(void);

struct message {
    int number;
    short length;
    char text[6];
    int *from;
};
static struct message box, others[2];
static int full, origin;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *sender(void *unused) {
    struct message own;
    own.number = nondet_int();
    own.length = (short)own.number;
    memset(own.text, 'a', sizeof own.text);
    own.from = &origin;
#ifndef UNLOCKED
    pthread_mutex_lock(&lock);
#endif
    box = own; // BUG
    full = 1;
#ifndef UNLOCKED
    pthread_mutex_unlock(&lock);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
    struct message seen;
    pthread_mutex_lock(&lock);
#ifdef UNLOCKED
    int first = box.number; // BUG
    memcpy(&seen, &box, sizeof seen);
    assert(first == seen.number); // BUG
#elif defined CLEARED
    memset(&box, 0, 4);
    seen = box;
    assert(!full || seen.length == (short)seen.number); // BUG
#elif defined MOVED
    others[1] = box;
    memmove(&others[0], &others[1], sizeof *others);
    seen = others[0];
    assert(!full || seen.number != 7); // BUG
#else
    seen = box;
    assert(!full || seen.length == (short)seen.number);
    assert(!full || seen.text[5] == 'a');
#endif
#ifdef POINTER
    if (seen.from)
        *seen.from = 1;
    assert(!full || origin == 1);
#endif
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
