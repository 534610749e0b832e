// The library knows all open files: threads change its list one after the other, and that is no race of the program's.
// flags: --check race
// expect: TRUE
// flags: --check assert,memory
// expect: TRUE
#include <pthread.h>
#include <stdio.h>
static void *close_one(void *file) {
    fclose(file);
    return 0;
}
int main(void) {
    FILE *a = tmpfile(), *b = tmpfile();
    if (!a || !b) return 0;
    pthread_t other;
    pthread_create(&other, 0, close_one, a);
    close_one(b);
    pthread_join(other, 0);
    return 0;
}
