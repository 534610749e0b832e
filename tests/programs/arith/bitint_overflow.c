// flags: -std=c23
// expect: FALSE(signed-overflow)
int main(void) {
    _BitInt(129) x = 1;
    x = x << 64 << 62;
    _BitInt(129) y = x - 1 + x;
    y = y + x + x;
    y = y + 1; // BUG
    return y == 0;
}
