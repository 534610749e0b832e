// Objects of all kinds, pointers into them, copies that overlap, unions, variable-length arrays, initial values.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct list { struct list *next; int value; };
struct shape { const char *name; double side; union { int i; char c[8]; short s[4]; } u; };

static struct shape shapes[] = {{"square", 2.5, {.i = 0x41424344}}, {"cube", 1.25, {.c = "hello"}}};
static int table[3][4] = {{1, 2}, {[2] = 5}, {0, 0, 0, 9}};
static int *into = &table[1][2];
static const char *const words[] = {"one", "two", "three", NULL};
static char text[] = "the quick brown fox";

static struct list *push(struct list *l, int value) {
    struct list *n = malloc(sizeof *n);
    *n = (struct list){l, value};
    return n;
}

static struct list *reverse(struct list *l) {
    struct list *r = NULL;
    while (l) {
        struct list *n = l->next;
        l->next = r;
        r = l;
        l = n;
    }
    return r;
}

static int sum(int n, int a[n][n]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) s += a[i][j] * (i + 1);
    return s;
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    struct list *l = NULL;
    for (int i = 0; i < 12; i++) l = push(l, i * i);
    l = reverse(l);
    for (struct list *x = l; x; x = x->next) printf("%d,", x->value);
    puts("");
    while (l) {
        struct list *n = l->next;
        free(l);
        l = n;
    }
    into[1] = 77;
    for (int i = 0; i < 12; i++) printf("%d ", (&table[0][0])[i]);
    puts("");
    printf("%s %s %c%c %d\n", shapes[0].name, shapes[1].u.c, shapes[0].u.c[0], shapes[0].u.c[3], shapes[1].u.s[1]);
    for (const char *const *w = words; *w; w++) printf("%s:%zu ", *w, strlen(*w));
    puts("");
    memmove(text + 4, text, 10);
    printf("%s\n", text);
    int n = 5, square[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) square[i][j] = i ^ j;
    printf("%d %zu\n", sum(n, square), sizeof square);
    int *grown = malloc(4 * sizeof *grown);
    for (int i = 0; i < 100; i++) {
        if (i >= 4) grown = realloc(grown, (size_t)(i + 1) * sizeof *grown);
        grown[i] = (i * 37) % 101;
    }
    qsort(grown, 100, sizeof *grown, compare);
    printf("%d %d %d\n", grown[0], grown[50], grown[99]);
    struct shape copy = shapes[1], *heap = calloc(3, sizeof *heap);
    heap[2] = copy;
    heap[2].u.c[1] = 'E';
    printf("%s %d\n", heap[2].u.c, memcmp(&heap[0], &heap[1], sizeof *heap));
    free(heap);
    free(grown);
    return 0;
}
