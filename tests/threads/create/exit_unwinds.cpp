// The end of a thread runs destructors on the way.
// expect: TRUE
// flags: -DCALLS
// expect: TRUE
// flags: -DPOINTER
// expect: TRUE
// flags: -DC11
// expect: TRUE
// flags: -DABOVE
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static int counted;

struct counter {
    ~counter() { counted++; }
};

static void end() { pthread_exit(0); }
static void (*way)() = end;
static void nothing() {}

static void *body(void *unused) {
#ifdef ABOVE
    {
        counter c;
        nothing();
    }
    end();
#endif
    counter c;
#ifdef CALLS
    end();
#elif defined POINTER
    way();
#elif defined C11
    thrd_exit(0);
#elif !defined ABOVE
    pthread_exit(0);
#endif
    return unused;
}

int main() {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
#ifdef WRONG
    assert(counted == 0); // BUG
#endif
    assert(counted == 1);
}
