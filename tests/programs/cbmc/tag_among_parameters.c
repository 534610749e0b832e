// A tag that a declaration first names among its parameters is the same in the next one.
// expect: FALSE(assert)
#include <stddef.h>
int callback(struct builder *into, enum reason *why);
struct builder {
    int length;
};
enum reason { NONE };
int callback(struct builder *into, enum reason *why) {
    __CPROVER_assert(into != NULL && why != NULL, "both are given"); // BUG
    return into->length;
}
int main(void) {
    struct builder into = {1};
    return callback(&into, NULL);
}
