// N inputs go into a binary search tree, and each is found again. Broken: equal ones go astray.
// bound: N + 1
#include "growth.h"

struct node {
    int key;
    struct node *left, *right;
};

static void insert(struct node **p, struct node *n) {
    while (*p)
        p = n->key < (*p)->key ? &(*p)->left : &(*p)->right;
    *p = n;
}

static int find(const struct node *n, int key) {
    while (n && (n->key != key || (WRONG && n->left)))
        n = key < n->key ? n->left : n->right;
    return n != NULL;
}

int main(void) {
    struct node *root = NULL;
    int keys[N];
    for (int i = 0; i < N; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        keys[i] = n->key = __VERIFIER_nondet_int();
        n->left = n->right = NULL;
        insert(&root, n);
    }
    int wanted = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= wanted && wanted < N);
    assert(find(root, keys[wanted]));
}
