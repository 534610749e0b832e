// A table of connections. Closing one frees it but leaves the pointer to the last used one behind.
// Expected: FALSE(use-after-free).
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct connection {
    int id;
    int bytes;
};

static struct connection *table[3], *last;

static struct connection *find(int id) {
    if (last && last->id == id) // last may have been closed
        return last;
    for (int i = 0; i < 3; i++)
        if (table[i] && table[i]->id == id)
            return last = table[i];
    return NULL;
}

static void open_connection(int slot, int id) {
    if (table[slot])
        return;
    table[slot] = malloc(sizeof **table);
    table[slot]->id = id;
    table[slot]->bytes = 0;
}

static void close_connection(int slot) {
    free(table[slot]);
    table[slot] = NULL;
}

int main(void) {
    for (int i = 0; i < 4; i++) {
        int command = __VERIFIER_nondet_int(), slot = __VERIFIER_nondet_int();
        if (slot < 0 || slot >= 3)
            continue;
        if (command == 0)
            open_connection(slot, slot + 10);
        else if (command == 1)
            close_connection(slot);
        else {
            struct connection *c = find(slot + 10);
            if (c)
                c->bytes = 1;
        }
    }
    return 0;
}
