// The address of a loop's variable is not its value.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static void *look(void *p) {
    return *(int *)p ? p : 0; // BUG
}
int main(void) {
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++) // BUG
        pthread_create(&t[i], 0, look, &i);
    for (int j = 0; j < 2; j++) pthread_join(t[j], 0);
    return 0;
}
