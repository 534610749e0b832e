// The end of a thread runs destructors on the way, which nothing follows yet.
// expect: UNKNOWN(unsupported: pthread_exit where destructors|unsupported: instruction pthread_exit where destructors)
// flags: -DCALLS
// expect: UNKNOWN(unsupported: pthread_exit where destructors|unsupported: instruction pthread_exit where destructors)
// flags: -DPOINTER
// expect: UNKNOWN(unsupported: pthread_exit where destructors|unsupported: instruction pthread_exit where destructors)
// flags: -DC11
// expect: UNKNOWN(unsupported: thrd_exit where destructors|unsupported: instruction thrd_exit where destructors)
// flags: -DABOVE
// expect: TRUE
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
    assert(counted == 1);
}
