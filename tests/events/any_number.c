// What a thread that is created again and again shares with others like it.
// flags: --engine bmc --check assert -D BEFORE
// expect: FALSE(assert)
// flags: --engine bmc --check assert -D PUBLISHED
// expect: FALSE(assert)
// flags: --engine bmc --check assert -D GIVEN
// expect: FALSE(assert)
// flags: --engine bmc --check assert -D IDENTITY
// expect: FALSE(assert)
// flags: --engine bmc --check assert -D IDENTITY -D OF_HEAP
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int nondet_int(void);

static int state = 1, level, *published;

static void *first(void *given) {
#ifdef BEFORE
    // Its creator is in its next round by then.
    (void)given;
    while (nondet_int())
        if (state == 0) level = 2;
#elif defined PUBLISHED
    (void)given;
    int own = 0;
    published = &own;
    while (nondet_int()) {
        own = 1;
        own = 0;
        assert(own == 0); // BUG
    }
#elif defined IDENTITY
    // Equal pointers to what each of them makes would be of one.
    (void)given;
    int rounds = 0;
    while (nondet_int()) rounds++;
    if (rounds < 2) return NULL;
#ifdef OF_HEAP
    int *own = malloc(sizeof *own);
#else
    int place = 0, *own = &place;
#endif
    published = own;
    while (nondet_int()) {
        int *seen = published;
        if (seen) assert(seen == own); // BUG
    }
#else
    int *mine = given;
    while (nondet_int()) {
        *mine = 0;
        assert(*mine == 0); // BUG
    }
#endif
    return NULL;
}

static void *second(void *unused) {
#ifdef PUBLISHED
    if (published) *published = 1;
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    while (nondet_int()) {
        int *given = malloc(sizeof *given);
        if (given == NULL) break;
        state = 0;
        pthread_create(&thread, NULL, first, given);
        pthread_create(&thread, NULL, second, NULL);
        *given = 1;
        state = 1;
#ifdef BEFORE
        assert(level != 2); // BUG
#endif
    }
    return 0;
}
