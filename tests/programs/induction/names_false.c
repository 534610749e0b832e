// An input is not what is forgotten, whatever the function is called that it comes from.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned any(void);
void reach_error(void) {}
#define FOUR (any() == i) | (any() == i) | (any() == i) | (any() == i)
#define SIXTEEN (FOUR) | (FOUR) | (FOUR) | (FOUR)
int main(void) {
    unsigned n = any(), i = 0;
    while (i < n) i++;
    unsigned hit = (SIXTEEN) | (SIXTEEN) | (SIXTEEN) | (SIXTEEN);
    if (!hit && n > 4000000000u) reach_error();
}
