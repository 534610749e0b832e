// One thread closes what the other reads.
// expect: FALSE(use-after-free)
#include <pthread.h>
#include <stdio.h>
static FILE *file;
static void *use(void *own) {
    feof(file); // BUG
    return own;
}
int main(void) {
    file = fopen("name", "r");
    if (!file) return 0;
    pthread_t other;
    pthread_create(&other, 0, use, 0);
    fclose(file);
    pthread_join(other, 0);
    return 0;
}
