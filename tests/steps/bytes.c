// Accesses of several sizes to the same bytes, and copies of blocks.
// flags: --encoding steps --check assert
// expect: TRUE
// flags: --encoding steps --check assert -D WRONG
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <string.h>

static union {
    unsigned word;
    unsigned char bytes[4];
} u;
static int from[4] = {1, 2, 3, 4}, to[4];

static void *t(void *unused) {
    u.bytes[1] = 0x12;
    memcpy(to, from, sizeof to);
    return unused;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, NULL, t, NULL);
    u.word = 0x44332211;
    unsigned word = u.word;
    int last = to[3];
#ifdef WRONG
    assert(word == 0x44332211); // BUG
#else
    assert(word == 0x44332211 || word == 0x44331211);
    assert(last == 4 || last == 0);
#endif
    return 0;
}
