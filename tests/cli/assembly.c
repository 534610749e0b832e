int main(void) {
    int x = 1;
    __asm__ volatile("bswap %0" : "+r"(x));
    return x;
}
