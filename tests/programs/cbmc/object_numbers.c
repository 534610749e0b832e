// Only whether numbers of objects are equal is known.
// expect: UNKNOWN(unsupported: __CPROVER_POINTER_OBJECT at object_numbers.c:5)
int x, y;
int main(void) {
    return __CPROVER_POINTER_OBJECT(&x) < __CPROVER_POINTER_OBJECT(&y);
}
