// getopt keeps its place in variables that all threads share, and need not avoid data races.
// flags: --check race
// expect: FALSE(race)
// flags: --check race -DALONE
// expect: TRUE
#include <pthread.h>
#include <unistd.h>
static char *arguments[] = {"p", "-a", 0};
static void *read_options(void *p) {
    getopt(2, arguments, "a"); // BUG
    return p;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, read_options, 0);
#ifdef ALONE
    pthread_join(other, 0);
#endif
    read_options(0);
#ifndef ALONE
    pthread_join(other, 0);
#endif
    return 0;
}
