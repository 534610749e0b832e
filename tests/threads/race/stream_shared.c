// Streams are locked by each operation (C11 7.21.2p7).
// flags: --check race
// expect: TRUE
#include <pthread.h>
#include <stdio.h>
static void *give_back(void *file) {
    if (!feof(file)) ungetc('a', file);
    clearerr(file);
    return 0;
}
int main(void) {
    FILE *file = fopen("name", "r");
    if (!file) return 0;
    pthread_t other;
    pthread_create(&other, 0, give_back, file);
    give_back(file);
    pthread_join(other, 0);
    fclose(file);
    return 0;
}
