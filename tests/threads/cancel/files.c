// Functions that use a file, or the name of one, may be cancellation points; those that only ask are none.
// flags: -DCALL=scanf("%*d")
// expect: FALSE(assert)
// flags: -DCALL=fflush(stdout)
// expect: FALSE(assert)
// flags: -DCALL=rewind(stdin)
// expect: FALSE(assert)
// flags: -DCALL=ftell(stdin)
// expect: FALSE(assert)
// flags: -DCALL=perror("what")
// expect: FALSE(assert)
// flags: -DCALL=remove("name")
// expect: FALSE(assert)
// flags: -DCALL=rename("name","other")
// expect: FALSE(assert)
// flags: -DCALL=feof(stdin)
// expect: TRUE
// flags: -DCALL=setbuf(stdout,0)
// expect: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int behind;
static void *work(void *unused) {
    (void)unused;
    pthread_cancel(pthread_self());
    CALL;
    behind = 1;
    pthread_testcancel();
    return NULL;
}
int main(void) {
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    assert(behind); // BUG
    return 0;
}
