// A program's own definitions of library functions are what its calls mean.
typedef unsigned long size_t;
void *memcpy(void *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i++)
        ((char *)to)[i] = ((const char *)from)[i];
    return to;
}
int abs(int x) { return x; }
int main(int n, char **v) {
    int a = n, b;
    memcpy(&b, &a, sizeof a);
    return abs(b) + (int)__builtin_strlen("four");
}
