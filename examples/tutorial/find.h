// Index of `key` in `sorted[0]` to `sorted[count - 1]`, or -1 if it is not there.
int find(const int *sorted, int count, int key);
