// flags: --bound 4
// expect: UNKNOWN|TRUE
int main(void) {
    for (;;)
        ;
}
