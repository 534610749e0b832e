// Propositions follow pointers. Where one leads nowhere they are undecided, which matters only where they decide.
// flags: --ltl G({head==NULL}|{head->value>0})
// expect: TRUE
// flags: --ltl G{head==NULL||head->value>0}
// expect: TRUE
// flags: --ltl G{head->value>0}
// expect: UNKNOWN(unsupported: C does not define the value of the proposition head->value>0: a null pointer is followed)
// flags: --ltl F{head&&head->next&&head->next->value==1&&head->next->next==NULL}
// expect: TRUE
// flags: --ltl G({head==NULL}|{head->value!=2})
// expect: FALSE(ltl)
// flags: --ltl F({built}&{(*head).value==2&&*&head->value==2&&head->next!=head})
// expect: TRUE
// flags: --ltl F{built&&row[head->value-2]==4&&*(row+1)==5&&&row[1]-row==1&&row+1>row}
// expect: TRUE
// flags: --ltl F({built}&{row[head->value]==4})
// expect: UNKNOWN(unsupported: C does not define)
// flags: --ltl G({gone}|!{built}|{old->value==2})
// expect: TRUE
// flags: --ltl G(!{gone}|{old->value==2})
// expect: UNKNOWN(unsupported: C does not define the value of the proposition old->value==2)
// flags: --ltl G(!{built}|{inside==&own->value})
// expect: TRUE
// flags: --ltl F{(long)head>5}
// expect: UNKNOWN(unsupported: where objects lie in memory decides)
// flags: --ltl F{head&&(struct_node*)(void*)head==head&&*(int*)head==2}
// expect: TRUE
// flags: --ltl G({other==0}|{*other!=7})
// expect: FALSE(ltl)
// flags: --ltl F{gone}&G({other==0}|{*other>5})
// expect: TRUE
#include <pthread.h>
#include <stdlib.h>

typedef struct node {
    int value;
    struct node *next;
} struct_node;

static struct_node *head, *old, *own;
static int *inside, *other, built, gone;
int row[2] = {4, 5};

static struct_node *push(int value) {
    struct_node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    return n;
}

static void *work(void *p) {
    int local = 6;
    other = &local;
    local = 7;
    other = 0;
    return p;
}

int main(void) {
    pthread_t t;
    head = push(1);
    head = push(2);
    old = own = head;
    inside = &head->value;
    built = row[0] / 4;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    gone = 1;
    head = NULL;
    free(old);
}
