#define SIZE 10
