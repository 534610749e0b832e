// What the library is handed is read, although nothing comes of it.
// flags: --check race -DCALL=nanosleep(&length,0)
// expect: FALSE(race)
// flags: --check race -DCALL=fwrite(&length,sizeof(length),1,file)
// expect: FALSE(race)
// flags: --check race -DCALL=write(5,&length,sizeof(length))
// expect: FALSE(race)
// flags: --check race -DCALL=pthread_cond_timedwait(&c,&m,&length)
// expect: FALSE(race)
// flags: --check race -DCALL=thrd_sleep(&length,0)
// expect: FALSE(race)
// reduce: none full
#include <pthread.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
static FILE *file;
static struct timespec length;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *one(void *own) {
    pthread_mutex_lock(&m);
    CALL; // BUG
    pthread_mutex_unlock(&m);
    return own;
}
static void *two(void *own) {
    length.tv_sec = 1; // BUG
    return own;
}
int main(void) {
    pthread_t a, b;
    file = fopen("name", "w");
    if (file == 0) return 0;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
