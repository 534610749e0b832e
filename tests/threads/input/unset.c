// What is not initialised has any value, but the same each time.
// expect: TRUE
extern void reach_error(void);
int main(void) {
    int set, other[3] = {0, 0, 0}, *p = 0, at;
    if (set) p = other;
    if (set) *p = 1;
    if (at >= 0 && at < 3) other[at]++;
    if (other[2] > 1) reach_error();
    return 0;
}
