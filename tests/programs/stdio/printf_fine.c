// expect: TRUE
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    char name[] = "world";
    printf("hello %s, %d %c %5.2x %%\n", name, x, 'c', (unsigned)x);
    puts("done");
    putchar('\n');
    fprintf(stderr, "%p %lu\n", (void *)&x, 3ul);
    return 0;
}
