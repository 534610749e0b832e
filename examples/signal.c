// Main counts in two steps, and the handler of a signal may run between them. Nobody sends one: Expected: TRUE.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t begun, done;

static void report(int signal) {
    (void)signal;
    assert(begun == done);
}

int main(void) {
    signal(SIGINT, report);
    begun++;
    done++;
    return 0;
}
