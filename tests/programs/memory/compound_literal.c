// expect: TRUE
#include <assert.h>
struct p { int x, y; };
static int norm(const struct p *p) { return p->x + p->y; }
int main(void) {
    int total = 0;
    for (int i = 0; i < 3; i++)
        total += norm(&(struct p){.y = i, .x = 1});
    assert(total == 6);
    const char *words[] = {"zero", "one", [3] = "three"};
    assert(words[2] == 0 && words[3][4] == 'e' && sizeof words == 4 * sizeof(char *));
    return 0;
}
