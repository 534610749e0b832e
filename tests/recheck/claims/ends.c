/* Functions all of whose runs end, and others. */
int any(void);
unsigned any_unsigned(void);
static char text[100];

static int steps(int from, int by) {
    int count = 0;
    while (from > 0) {
        from -= by;
        count++;
    }
    return count;
}

void ends_nested(void) {
    unsigned a = any_unsigned(), b = any_unsigned();
    for (unsigned i = 0; i < a; i++)
        for (unsigned j = i; j < b; j++)
            any();
}
void ends_where_met(void) {
    unsigned a = any_unsigned(), b = any_unsigned();
    for (unsigned i = a; i != b; i++)
        any();
}
void ends_between(void) {
    int low = any(), high = any();
    while (low < high)
        if (any())
            low++;
        else
            high--;
}
void ends_with_divisor(void) {
    unsigned a = any_unsigned(), b = any_unsigned();
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
}
void ends_by_two(void) {
    int x = any(), y = any();
    while (x > 0 && y > 0)
        if (any()) {
            x--;
            y = any();
        } else
            y--;
}
void ends_with_bits(void) {
    unsigned a = any_unsigned(), b = any_unsigned();
    while (a != 0)
        a &= a - 1;
    while (b != 0)
        b >>= 1;
}
void ends_at_pointer(void) {
    for (char *p = text + any_unsigned() % 50; p != text + 100; p++)
        *p = 1;
}
void ends_after_flag(void) {
    int x = any();
    for (int done = 0; !done || x > 0;)
        if (done)
            x--;
        else
            done = 1;
}
void ends_in_callee(void) {
    int by = any();
    if (by > 0)
        steps(any(), by);
}

void endless_wraps(void) {
    unsigned a = any_unsigned();
    for (unsigned char i = 0; i <= a; i++)
        any();
}
void endless_steps_over(void) {
    unsigned a = any_unsigned(), b = any_unsigned();
    for (unsigned i = a; i != b; i += 2)
        any();
}
void endless_stays(void) {
    unsigned a = any_unsigned(), b = any_unsigned();
    while (a > 0)
        a /= (b == 0) + 1;
}
void endless_outer(void) {
    int x = any(), y = any();
    while (x > 0)
        for (int i = 0; i < y; i++)
            x--;
}
void endless_goes_back(void) {
    unsigned a = any_unsigned(), b = any_unsigned();
    while (a > 0) {
        a--;
        if (a == b)
            a += 2;
    }
}
void endless_continues(void) {
    unsigned a = any_unsigned();
    for (unsigned i = 0; i < a;) {
        if (any())
            continue;
        i++;
    }
}
void endless_in_callee(void) { steps(any(), any()); }
void endless_by_goto(void) {
    int x = any();
again:
    while (x > 0) {
        x--;
        if (any())
            goto again;
        if (x == 3)
            x = 5;
    }
}
void endless_by_two(void) {
    int x = any(), y = any();
    while (x > 0 && y > 0)
        if (any()) {
            x--;
            y++;
        } else {
            x++;
            y--;
        }
}
void endless_from_input(void) {
    while (any())
        ;
}
void endless_inner(void) {
    int c = any();
    for (int i = any(); i > 0; i--)
        while (c == i)
            any();
}
int main(void) {
    switch (any()) {
    case 0: ends_nested(); break;
    case 1: ends_where_met(); break;
    case 2: ends_between(); break;
    case 3: ends_with_divisor(); break;
    case 4: ends_by_two(); break;
    case 5: ends_with_bits(); break;
    case 6: ends_at_pointer(); break;
    case 7: ends_after_flag(); break;
    case 8: ends_in_callee(); break;
    case 9: endless_wraps(); break;
    case 10: endless_steps_over(); break;
    case 11: endless_stays(); break;
    case 12: endless_outer(); break;
    case 13: endless_goes_back(); break;
    case 14: endless_continues(); break;
    case 15: endless_in_callee(); break;
    case 16: endless_by_goto(); break;
    case 17: endless_by_two(); break;
    case 18: endless_from_input(); break;
    case 19: endless_inner(); break;
    }
    return 0;
}
