// A parameter that is passed by value is the program's, whoever writes to it.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
#include <string.h>
struct text {
    char s[40];
};
static void *one(void *own) {
    strcpy(own, "a"); // BUG
    return 0;
}
static void two(struct text t) {
    pthread_t a;
    pthread_create(&a, 0, one, t.s);
    strcpy(t.s, "b"); // BUG
    pthread_join(a, 0);
}
int main(void) {
    struct text t = {"c"};
    two(t);
    return 0;
}
