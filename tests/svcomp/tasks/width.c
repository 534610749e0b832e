// What is right depends on the data model.
void reach_error(void) {}
int main(void) {
    if (sizeof(long) != 4)
        reach_error();
    return 0;
}
