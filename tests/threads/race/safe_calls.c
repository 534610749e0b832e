// Functions of the library that any number of threads may call, and those that may not, one after the other.
// reduce: none full
// flags: --check race -DCALL=random()
// expect: TRUE
// flags: --check race -DCALL=time(0)
// expect: TRUE
// flags: --check race -DCALL=atexit(handler)
// expect: TRUE
// flags: --check race -DCALL=on_exit(other_handler,0)
// expect: TRUE
// flags: --check race -DCALL=at_quick_exit(handler)
// expect: TRUE
// flags: --check race -DCALL=putchar(65)
// expect: TRUE
// flags: --check race -DCALL=clearerr(stdin)
// expect: TRUE
// flags: --check race -DCALL=free(malloc(1))
// expect: TRUE
// flags: --check race -DCALL=isalpha(65)
// expect: TRUE
// flags: --check race -DCALL=(errno=1)
// expect: TRUE
// flags: --check race -DCALL=setlocale(LC_ALL,0)
// expect: TRUE
// flags: --check race -DLOCK -DCALL=rand()
// expect: TRUE
// flags: --check race -DLOCK -DCALL=strtok(own,"+")
// expect: TRUE
// flags: --check race -DLOCK -DCALL=lrand48()
// expect: TRUE
// flags: --check race -DLOCK -DCALL=putchar_unlocked(65)
// expect: TRUE
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
void handler(void) {}
void other_handler(int status, void *own) { (void)status, (void)own; }
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *own) {
#ifdef LOCK
    pthread_mutex_lock(&m);
#endif
    CALL;
#ifdef LOCK
    pthread_mutex_unlock(&m);
#endif
    return own;
}
int main(void) {
    char first[] = "a", other[] = "b";
    pthread_t a, b;
    setlocale(LC_ALL, "C");
    pthread_create(&a, 0, one, first);
    pthread_create(&b, 0, one, other);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
