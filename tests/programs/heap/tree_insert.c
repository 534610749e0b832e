// expect: TRUE
#include <assert.h>
#include <stdlib.h>
struct tree { struct tree *left, *right; int key; };
int __VERIFIER_nondet_int(void);
static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = malloc(sizeof *t);
        t->left = t->right = 0;
        t->key = key;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else if (key > t->key) {
        t->right = insert(t->right, key);
    }
    return t;
}
static int contains(struct tree *t, int key) {
    while (t && t->key != key)
        t = key < t->key ? t->left : t->right;
    return t != 0;
}
int main(void) {
    struct tree *t = 0;
    int k[3];
    for (int i = 0; i < 3; i++) {
        k[i] = __VERIFIER_nondet_int();
        t = insert(t, k[i]);
    }
    assert(contains(t, k[0]) && contains(t, k[1]) && contains(t, k[2]));
    return 0;
}
