// A server that takes turns between two clients for ever.
int turn, served[2];

int main(void) {
    for (;;) {
        served[turn] = 1;
        served[turn] = 0;
        turn = 1 - turn;
    }
}
