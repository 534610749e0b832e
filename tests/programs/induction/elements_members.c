// Members of structures: elements that are not next to each other.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define N 100000
struct pair { int x, y; } a[N];
int main(void) {
    for (int i = 0; i < N; i++) {
        a[i].x = i;
        a[i].y = 2 * i + 1;
    }
    for (int i = 0; i < N; i++)
        if (a[i].y != 2 * a[i].x + 1) reach_error();
}
