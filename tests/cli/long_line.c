// A line that takes more operations than lie between two states that a session keeps.
static int sum;
int main(void) {
    sum = 1;
    for (int i = 0; i < 20000; i++) sum ^= i;
    sum = 2;
    return 0;
}
