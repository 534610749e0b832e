// expect: TRUE
#include <assert.h>
#include <stddef.h>
int main(void) {
    const wchar_t *w = L"h\u00e9";
    assert(w[1] == 0xe9 && w[2] == 0 && sizeof(wchar_t) == 4);
    const char *u = u8"\u00e9";
    assert((unsigned char)u[0] == 0xc3 && (unsigned char)u[1] == 0xa9);
    return 0;
}
