/* Two violations, one of them in two steps of a call. Columns count characters: ä. */
int __VERIFIER_nondet_int(void);
int items[4];

static int at(const int *list, int i) {
    /* äöü */ return list[i];
}

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 3 || i > 4)
        return 0;
    int *last = &items[3];
    *last = i;
    return at(items, i) + 10 / (i - 3);
}
