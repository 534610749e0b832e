// Debug information: variables, types, places.
typedef struct point { int x, y; } point;
union number { char bytes[8]; double d; };
enum colour { RED, GREEN = 5, BLUE = -1 };
struct node { struct node *next; const char *name; unsigned low : 3, high : 5; int (*visit)(struct node *); };
static int counter;
static int step(point p, struct node *n, enum colour c) {
    static unsigned char seen[2][3];
    union number u = {.d = 1.5};
    for (int i = 0; i < p.x; i++) {
        _Bool flag = i & 1;
        seen[flag][i] = u.bytes[i] + n->high;
        counter += c;
    }
    return p.y;
}
int main(int argc, char **argv) {
    struct node n = {&n, argv[0], 1, 2, 0};
    point p = {argc, 3};
    float half = 0.5f;
    long double wide = half;
    return step(p, &n, GREEN) + (int)wide;
}
