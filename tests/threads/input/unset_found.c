// Some value of what is not initialised leads there.
// expect: FALSE(reach-error)
extern void reach_error(void);
int main(void) {
    int set, other[3] = {0, 0, 0}, *p = 0, at;
    if (set) p = other;
    if (set) *p = 1;
    if (at >= 0 && at < 3) other[at]++;
    if (other[2] == 1) reach_error(); // BUG
    return 0;
}
