// flags: --cover lines --bound 5
// line: UNCOVERED(25 of 27 lines)
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct node {
    int value;
    struct node *next;
};

static int twice(int x) {
    return 2 * x; //1 reached
}

static int next(int x) {
    return x + 1; //1 reached
}

int main(int argc, char **argv) {
    struct node *list = NULL; //1 reached
    for (int i = 0; i < 3; i++) { //1 reached
        struct node *node = malloc(sizeof *node); //1 reached
        node->value = __VERIFIER_nondet_uchar(); //1 reached
        node->next = list; //1 reached
        list = node; //1 reached
    }
    int sum = 0; //1 reached
    for (struct node *n = list; n; n = n->next) { //1 reached
        if (n->value > 255) //1 reached
            return 1; //1 unreached
        sum += n->value; //1 reached
    }
    int (*f)(int) = sum > 300 ? twice : next; //1 reached
    sum = f(sum); //1 reached
    if (sum == 301) //1 reached
        sum = 3; //1 reached
    char word[4];
    for (int i = 0; i < 3; i++) //1 reached
        word[i] = (char)__VERIFIER_nondet_uchar(); //1 reached
    word[3] = 0; //1 reached
    if (strlen(word) == 2 && word[0] == 'x') //1 reached
        return 2; //1 reached
    if (strlen(word) > 3) //1 reached
        return 3; //1 unreached
    if (argc == 2 && strcmp(argv[1], "ab") == 0) //1 reached
        return 4; //1 reached
    return sum; //1 reached
}
