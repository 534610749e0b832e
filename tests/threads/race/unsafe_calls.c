// Functions of the library that only one thread may call at a time. Where C or POSIX leave open whether they race, there is no
// answer.
// reduce: none full
// flags: --check race -DCALL=strtok(own,"+")
// expect: FALSE(race)
// flags: --check race -DCALL=localtime(&second)
// expect: FALSE(race)
// flags: --check race -DCALL=gmtime(&second)
// expect: FALSE(race)
// flags: --check race -DCALL=asctime(&date)
// expect: FALSE(race)|UNKNOWN
// flags: --check race -DCALL=lrand48()
// expect: FALSE(race)
// flags: --check race -DCALL=srand48(1)
// expect: FALSE(race)
// flags: --check race -DCALL=putchar_unlocked(65)
// expect: FALSE(race)
// flags: --check race -DCALL=feof_unlocked(stdin)
// expect: FALSE(race)
// flags: --check race -DCALL=rand()
// expect: UNKNOWN(unsupported: calls of two threads)
// flags: --check race -DCALL=srand(1)
// expect: UNKNOWN(unsupported: calls of two threads)
// flags: --check race -DCALL=mblen("a",1)
// expect: UNKNOWN(unsupported: calls of two threads)
// flags: --check race -DCALL=exit(0)
// expect: UNKNOWN(unsupported: calls of two threads)
// flags: --check race -DCALL=setlocale(LC_ALL,"C")
// expect: UNKNOWN(unsupported: races where threads communicate without order)
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static const time_t second = 1;
static const struct tm date;
static void *one(void *own) {
    CALL; // BUG
    return own;
}
int main(void) {
    char first[] = "a", other[] = "b";
    pthread_t a, b;
    pthread_create(&a, 0, one, first);
    pthread_create(&b, 0, one, other);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
