/* Functions of the C++ library (libstdc++) that its headers only declare: links of lists, search trees behind map and
 * set, and output, which is discarded. */
#include "bmc.h"

/* ---- std::list ---- */

struct link {
    struct link *next, *prev;
};

MODEL void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct link *self, struct link *at) {
    self->next = at;
    self->prev = at->prev;
    at->prev->next = self;
    at->prev = self;
}

MODEL void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct link *self) {
    self->next->prev = self->prev;
    self->prev->next = self->next;
}

/* Moves first..last (without last) before `self`. */
MODEL void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct link *self, struct link *first,
                                                                struct link *last) {
    if (self == last || first == last) return;
    struct link *before = first->prev, *end = last->prev;
    before->next = last;
    last->prev = before;
    self->prev->next = first;
    first->prev = self->prev;
    end->next = self;
    self->prev = end;
}

/* What hangs at the head of a list when it hangs at another one. */
static void rehang(struct link *self, struct link *old) {
    if (self->next == old) {
        self->next = self->prev = self;
    } else {
        self->next->prev = self;
        self->prev->next = self;
    }
}

MODEL void _ZNSt8__detail15_List_node_base4swapERS0_S1_(struct link *x, struct link *y) {
    struct link held = *x;
    *x = *y;
    *y = held;
    rehang(x, y);
    rehang(y, x);
}

MODEL void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct link *self) {
    struct link *here = self;
    do {
        struct link *next = here->next;
        here->next = here->prev;
        here->prev = next;
        here = next;
    } while (here != self);
}

/* ---- std::map, std::set and their relatives: trees without balance, which no program can tell ---- */

struct node {
    int colour; /* 0: red, only the header, which tells it from the root by that */
    struct node *parent, *left, *right;
};

MODEL void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(_Bool left, struct node *x,
                                                                             struct node *parent,
                                                                             struct node *header) {
    x->colour = 1;
    x->parent = parent;
    x->left = x->right = NULL;
    if (parent == header) {
        header->parent = header->left = header->right = x;
    } else if (left) {
        parent->left = x;
        if (parent == header->left) header->left = x;
    } else {
        parent->right = x;
        if (parent == header->right) header->right = x;
    }
}

static struct node *tree_next(struct node *x) {
    if (x->right != NULL) {
        for (x = x->right; x->left != NULL;) x = x->left;
        return x;
    }
    struct node *up = x->parent;
    while (x == up->right) {
        x = up;
        up = up->parent;
    }
    /* From the root without a right child the walk ends with x the header. */
    return x->right != up ? up : x;
}

static struct node *tree_previous(struct node *x) {
    if (x->colour == 0 && x->parent->parent == x) return x->right;
    if (x->left != NULL) {
        for (x = x->left; x->right != NULL;) x = x->right;
        return x;
    }
    struct node *up = x->parent;
    while (x == up->left) {
        x = up;
        up = up->parent;
    }
    return up;
}

MODEL struct node *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct node *x) { return tree_next(x); }
MODEL struct node *_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(struct node *x) { return tree_next(x); }
MODEL struct node *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct node *x) { return tree_previous(x); }
MODEL struct node *_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(struct node *x) { return tree_previous(x); }

/* Lets what hangs below the header or a node at `x` be `y`. */
static void replace_child(struct node *x, struct node *y, struct node *header) {
    if (x->parent == header)
        header->parent = y;
    else if (x->parent->left == x)
        x->parent->left = y;
    else
        x->parent->right = y;
    if (y != NULL) y->parent = x->parent;
}

/* Takes a node out; the result is the node that is no longer part of the tree. */
MODEL struct node *_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(struct node *z, struct node *header) {
    struct node *least = header->left == z ? tree_next(z) : header->left;
    struct node *most = header->right == z ? tree_previous(z) : header->right;
    if (z->left == NULL) {
        replace_child(z, z->right, header);
    } else if (z->right == NULL) {
        replace_child(z, z->left, header);
    } else {
        struct node *y = z->right;
        while (y->left != NULL) y = y->left;
        if (y != z->right) {
            replace_child(y, y->right, header);
            y->right = z->right;
            y->right->parent = y;
        }
        replace_child(z, y, header);
        y->left = z->left;
        y->left->parent = y;
    }
    header->left = header->parent == NULL ? header : least;
    header->right = header->parent == NULL ? header : most;
    return z;
}

/* ---- Output ---- */

MODEL void _ZNSt8ios_base4InitC1Ev(void *self) { (void)self; }
MODEL void _ZNSt8ios_base4InitD1Ev(void *self) { (void)self; }

#define PRINTS(name, type)                          \
    MODEL void *name(void *stream, type value) {    \
        (void)value;                                \
        return stream;                              \
    }

PRINTS(_ZNSolsEb, _Bool)
PRINTS(_ZNSolsEs, short)
PRINTS(_ZNSolsEt, unsigned short)
PRINTS(_ZNSolsEi, int)
PRINTS(_ZNSolsEj, unsigned)
PRINTS(_ZNSolsEl, long)
PRINTS(_ZNSolsEm, unsigned long)
PRINTS(_ZNSolsEx, long long)
PRINTS(_ZNSolsEy, unsigned long long)
PRINTS(_ZNSolsEf, float)
PRINTS(_ZNSolsEd, double)
PRINTS(_ZNSolsEe, long double)
PRINTS(_ZNSolsEPKv, const void *)
PRINTS(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c, char)
PRINTS(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a, signed char)
PRINTS(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h, unsigned char)
PRINTS(_ZNSo3putEc, char)

MODEL void *_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc(void *stream, const char *text) {
    __bmc_strlen(text);
    return stream;
}

struct string {
    const char *text;
    size_t length;
};

MODEL void *_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE(
    void *stream, const struct string *s) {
    __bmc_check_read(s->text, s->length);
    return stream;
}

MODEL void *_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l(void *stream, const char *text,
                                                                                         ptrdiff_t length) {
    __bmc_check_read(text, (size_t)length);
    return stream;
}

MODEL void *_ZNSolsEPFRSoS_E(void *stream, void *(*manipulator)(void *)) { return manipulator(stream); }
MODEL void *_ZNSo5flushEv(void *stream) { return stream; }
MODEL void *_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(void *stream) { return stream; }
MODEL void *_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(void *stream) { return stream; }
MODEL void *_ZSt4endsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(void *stream) { return stream; }
